// The fields of an object as named cells: objects within are opened, so that the names are paths (`owner.name`), which are also what
// `fields` takes.

import { isContainer, kindOf, itemsOf, membersOf, type JsonSpan } from '../json-span.ts';
import { toOneLine } from './clean-text.ts';
import { longestName, shortList } from './opening.ts';

export interface Cell {
  readonly path: string;
  readonly value: JsonSpan;
  /** `deep`: an object below what is opened, or a list that is no short one of scalars. */
  readonly kind: 'scalar' | 'scalars' | 'deep';
}

export interface Opening {
  /** Levels of objects that are opened. */
  readonly depth: number;
  /** Most cells that are wanted. */
  readonly most: number;
}

export interface Cells {
  readonly cells: readonly Cell[];
  /** False when there are more. */
  readonly isWhole: boolean;
}

export function toCells(object: JsonSpan, { depth, most }: Opening): Cells {
  const cells: Cell[] = [];
  const open = (span: JsonSpan, prefix: string, left: number): boolean => {
    const { entries, count } = membersOf(span, most - cells.length);
    for (const { name, value } of entries) {
      if (cells.length >= most) return false;
      const path = prefix + toOneLine(name).slice(0, longestName).toWellFormed();
      if (kindOf(value) !== 'object' || left === 0 || isEmpty(value)) {
        cells.push({ path, value, kind: isContainer(value) ? kindOfContainer(value) : 'scalar' });
      } else if (!open(value, `${path}.`, left - 1)) {
        return false;
      }
    }
    return count !== undefined && count <= entries.length;
  };
  return { isWhole: open(object, '', depth), cells };
}

function kindOfContainer(value: JsonSpan): Cell['kind'] {
  if (value.end - value.start > shortList) return 'deep';
  if (kindOf(value) === 'object') return isEmpty(value) ? 'scalars' : 'deep';
  return itemsOf(value).entries.some(isContainer) ? 'deep' : 'scalars';
}

function isEmpty(object: JsonSpan): boolean {
  return membersOf(object, 0).count === 0;
}
