// What words of requests mean to any API: the verbs of the four kinds of operations, words that name one thing in several ways, and
// words that carry nothing. General English and abbreviations of the trade only; nothing here is made for one document.

import { stem } from './stem.ts';

/** What an operation does, as far as its method tells it. */
export type VerbKind = 'read' | 'create' | 'update' | 'delete';

const verbs: Readonly<Record<VerbKind, string>> = {
  read: 'get show list find fetch retrieve read view display see lookup look give tell return describe inspect query search browse enumerate check what which who whose where when how count explore obtain receive',
  create:
    'create add make register insert generate put post open place submit store save attach upload check verify send',
  update: 'update change edit set modify patch rename replace adjust alter overwrite put correct amend',
  delete: 'delete remove cancel destroy drop erase discard purge wipe unset clear stop terminate abort',
};

export const verbWords: readonly string[] = Object.values(verbs).flatMap((words) => words.split(' '));

/** By stem. A word may be of several kinds: "put". */
export const verbKinds: ReadonlyMap<string, ReadonlySet<VerbKind>> = groupVerbs();

function groupVerbs(): ReadonlyMap<string, ReadonlySet<VerbKind>> {
  const kinds = new Map<string, Set<VerbKind>>();
  for (const [kind, words] of Object.entries(verbs) as [VerbKind, string][]) {
    for (const word of words.split(' ')) {
      const known = kinds.get(stem(word));
      if (known === undefined) kinds.set(stem(word), new Set([kind]));
      else known.add(kind);
    }
  }
  return kinds;
}

// One line: words that mean the same; the first stands for all.
const synonyms = `
repo repository
org organisation organization
app application
config configuration conf
env environment
auth authentication authorization authorisation
admin administrator
doc document
db database
dir directory folder
image img picture photo
message msg
info information
email mail
user someone somebody person
id identifier sid gid
number num
me my mine myself current authenticated own
login signin logon
logout signout logoff
start launch boot
stop halt
restart reboot
download export
enable activate
disable deactivate
invite invitation
buy purchase
approve accept
reject decline deny
rotate regenerate renew
verify validate
duplicate clone copy
search query
favorite favourite
license licence
color colour
latest newest recent
metric statistic stat
vm virtual-machine
permission privilege
member membership
dependency dependencies
upload uploading
metadata meta
delete remove
price cost
exist existence
spec specification
param parameter
k8s kubernetes
var variable
`;

/** By stem: the stem that stands for it. */
export const canonical: ReadonlyMap<string, string> = new Map(
  synonyms
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...others] = line.split(' ').map(stem);
      return others.map((other) => [other, first] as const);
    }),
);

/** Abbreviations of several words, by word. */
export const expansions: ReadonlyMap<string, readonly string[]> = new Map([
  ['pr', ['pull', 'request']],
  ['prs', ['pull', 'request']],
  ['pulls', ['pull', 'request']],
]);

/** Terms that many names have without saying anything by them. */
export const vagueTerms: ReadonlySet<string> = new Set(
  (
    'data information detail item object resource entity entry record result response value content list info single multiple several specific ' +
    'authorized available current currently instance specified provided given'
  )
    .split(' ')
    .map(stem),
);

/** Words that tell nothing apart, in a request or in a name. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an the of for in on to with by from and or at as is are was were be been being do does did has have had having it its this that these those there ' +
    'i we you your our us he she they them their his her can could would will shall should may might must want wants need needs like please kindly just ' +
    'some any all each every into onto via per about within if then so than also only not no s t'
  ).split(' '),
);
