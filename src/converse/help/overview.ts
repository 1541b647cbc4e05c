// The lists that help gives: as much of each skill as leaves the whole short enough to be read, and in the end only the names of the
// groups. What is left out is counted, with the words that show it.

import type { Skill } from '../../catalog/skill.ts';
import type { Saying } from '../resolution.ts';
import { findSkillsTool } from './find-skills-tool.ts';
import { toGroups, type Group } from './groups.ts';
import { toLine, toPurpose } from './lines.ts';

type Said = Omit<Saying, 'topic'>;

/** Characters. */
const longest = 6_000;

/** How much is told: of each skill, and of how many of a group. */
interface Detail {
  readonly of: 'all' | 'line' | 'id';
  readonly perGroup: number;
}

const details: readonly Detail[] = [
  { of: 'all', perGroup: Infinity },
  { of: 'line', perGroup: Infinity },
  ...[20, 10, 5, 3, 2, 1].map((perGroup) => ({ of: 'line', perGroup }) as const),
  { of: 'id', perGroup: 1 },
  { of: 'id', perGroup: 0 },
];

export function sayOverview(skills: readonly Skill[]): Said {
  if (skills.length === 0) return { text: 'This agent has no skills at the moment.', data: { skills: 0, groups: [] } };
  const groups = toGroups(skills);
  const where = groups.length === 1 ? '' : ` in ${groups.length} groups`;
  const head = `${skills.length === 1 ? 'One skill' : `${skills.length} skills`}${where}. To use one, send its line with your own values.`;
  const foot = toFoot(skills, groups);
  const room = longest - head.length - foot.length;
  const detail = details.find((one) => render(groups, one).length <= room) ?? { of: 'id', perGroup: 0 };
  const shown = cutGroups(groups, detail, room);
  const rest = groups.length - shown.length;
  const more = rest === 0 ? [] : [`… and ${rest} more groups.`];
  return {
    text: [head, render(shown, detail), ...more, foot].join('\n\n'),
    data: { skills: skills.length, groups: shown.map((group) => toData(group, detail)) },
  };
}

const groupDetails: readonly Detail[] = [
  { of: 'all', perGroup: Infinity },
  { of: 'line', perGroup: Infinity },
  { of: 'id', perGroup: Infinity },
];

export function sayGroup(group: Group): Said {
  const foot = `"help ${group.skills[0]?.id ?? 'SKILL'}" tells all about one skill.`;
  const room = longest - foot.length;
  const detail = groupDetails.find((one) => render([group], one).length <= room) ?? cutSkills(group, room);
  return {
    text: [render([group], detail), foot].join('\n\n'),
    data: { skills: group.skills.length, groups: [toData(group, detail)] },
  };
}

function cutSkills(group: Group, room: number): Detail {
  let perGroup = Math.floor(room / 20);
  while (perGroup > 1 && render([group], { of: 'id', perGroup }).length > room) perGroup = Math.floor(perGroup * 0.9);
  return { of: 'id', perGroup };
}

function cutGroups(groups: readonly Group[], detail: Detail, room: number): readonly Group[] {
  let left = room;
  const end = groups.findIndex((group) => {
    left -= render([group], detail).length + 2;
    return left < 0;
  });
  return end < 0 ? groups : groups.slice(0, Math.max(1, end));
}

function render(groups: readonly Group[], detail: Detail): string {
  // A group is a block of its own, but for one of which only the name is said.
  return groups.map((group) => renderGroup(group, detail)).join(detail.perGroup === 0 ? '\n' : '\n\n');
}

function renderGroup({ tag, skills }: Group, { of, perGroup }: Detail): string {
  const shown = skills.slice(0, perGroup);
  const hidden = skills.length - shown.length;
  const head = `${tag} (${skills.length})`;
  if (shown.length === 0) return head;
  if (of === 'id') return `${head}: ${shown.map(({ id }) => id).join(', ')}${hidden === 0 ? '' : ', …'}`;
  const more = hidden === 0 ? [] : [`  … ${hidden} more: help ${tag}`];
  return [head, ...shown.map((skill) => renderSkill(skill, of)), ...more].join('\n');
}

function renderSkill(skill: Skill, of: 'all' | 'line'): string {
  if (of === 'line') return `- ${toLine(skill)}`;
  const purpose = toPurpose(skill);
  return `- ${skill.name}${purpose === '' ? '' : `: ${purpose}`}\n  ${toLine(skill)}`;
}

function toData({ tag, skills }: Group, { perGroup }: Detail): object {
  const shown = skills.slice(0, perGroup);
  return {
    tag,
    count: skills.length,
    skills: shown.map((skill) => ({ id: skill.id, name: skill.name, callLine: toLine(skill) })),
  };
}

function toFoot(skills: readonly Skill[], groups: readonly Group[]): string {
  const [skill] = skills;
  const [group] = groups.toSorted((a, b) => b.skills.length - a.skills.length);
  const ways = [
    ...(groups.length > 1 && group !== undefined ? [`"help ${group.tag}" shows a group`] : []),
    ...(skill === undefined ? [] : [`"help ${skill.id}" tells all about a skill`]),
    ...(skills.length > 1 ? [`${findSkillsTool.id} {"query":"what you want to do"} searches`] : []),
  ];
  return `${ways.join(', ')}.`;
}
