// A few terminal styles, used only when a person's terminal reads the output.

import { styleText } from 'node:util';
import type { Io } from './io.ts';

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
}

type Format = Parameters<typeof styleText>[0];

export function createStyle({ isTerminal, env }: Io): Style {
  const isOn = isTerminal && (env['NO_COLOR'] ?? '') === '';
  const style = (format: Format) => (text: string) =>
    isOn ? styleText(format, text, { validateStream: false }) : text;
  return { bold: style('bold'), dim: style('dim'), good: style('green'), bad: style('red'), warn: style('yellow') };
}
