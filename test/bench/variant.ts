// What is compared: each row puts two sides under load in the same seconds. Targets are what the project holds itself to on an
// otherwise idle machine; a floor is far below its target and only catches what is plainly broken.

import type { DocumentChoice } from './document.ts';
import * as load from './load.ts';

export interface Side {
  readonly server: 'gateway' | 'proxy' | 'bare';
  readonly document: DocumentChoice;
  readonly load: load.Load;
  /** The store in which a gateway keeps each answer as a task; left out, it answers with messages and keeps nothing. */
  readonly store?: StoreChoice;
}

export type StoreChoice = 'memory' | 'sqlite';

export type Measure = 'cpu' | 'throughput' | 'p99' | 'fullP99' | 'rss';

export interface Bound {
  /** `least` for throughput, `most` for the others. */
  readonly target: number;
  readonly floor: number;
}

export interface Variant {
  readonly name: string;
  readonly title: string;
  readonly left: Side;
  readonly right: Side;
  readonly bounds: Partial<Readonly<Record<Measure, Bound>>>;
}

const shop: DocumentChoice = { name: 'pets', skills: 10 };
const largeShop: DocumentChoice = { name: 'pets', skills: 2000 };
const manyWords: DocumentChoice = { name: 'pets', skills: 1200 };
const calculator: DocumentChoice = { name: 'calculator', skills: 1 };

const proxy = (sent: load.Load): Side => ({ server: 'proxy', document: shop, load: sent });
const gateway = (sent: load.Load, document = shop): Side => ({ server: 'gateway', document, load: sent });

const bare = (sent: load.Load): Side => ({ server: 'bare', document: shop, load: sent });

const answeringWithTasks = (store: StoreChoice): Side => ({ ...gateway(load.sendTask), store });

const latency: Bound = { target: 1.25, floor: 3 };
const memory: Bound = { target: 1.2, floor: 2 };
const bounds = (throughput: number): Variant['bounds'] => ({
  throughput: { target: throughput, floor: throughput / 2 },
  p99: latency,
  rss: memory,
});

/** The first row is the control: two equal sides, whose ratios show how far a ratio is off by chance. */
export const variants: readonly Variant[] = [
  {
    name: 'control',
    title: 'control: proxy GET / proxy GET',
    left: proxy(load.proxyGet),
    right: proxy(load.proxyGet),
    bounds: {},
  },
  {
    name: 'get',
    title: 'SendMessage → GET / proxy GET',
    left: gateway(load.sendGet),
    right: proxy(load.proxyGet),
    bounds: bounds(0.9),
  },
  {
    name: 'full',
    title: 'the same with forwarded headers',
    left: gateway(load.sendGetFull),
    right: proxy(load.proxyGetFull),
    bounds: bounds(0.7),
  },
  {
    name: 'post',
    title: 'SendMessage → POST / proxy POST',
    left: gateway(load.sendPost),
    right: proxy(load.proxyPost),
    bounds: bounds(1.4),
  },
  {
    name: 'big',
    title: 'SendMessage → 17 kB / proxy 17 kB',
    left: gateway(load.sendBig),
    right: proxy(load.proxyBig),
    bounds: bounds(0.5),
  },
  {
    name: 'bare-get',
    title: 'what is possible → GET / proxy GET',
    left: bare(load.sendGet),
    right: proxy(load.proxyGet),
    bounds: {},
  },
  {
    name: 'bare-post',
    title: 'what is possible → POST / proxy POST',
    left: bare(load.sendPost),
    right: proxy(load.proxyPost),
    bounds: {},
  },
  {
    name: 'v0.3',
    title: 'message/send (0.3) → GET / proxy GET',
    left: gateway(load.sendGetV03),
    right: proxy(load.proxyGet),
    bounds: bounds(0.9),
  },
  {
    name: 'calculator',
    title: 'calculator dialect → POST / proxy POST',
    left: gateway(load.sendCalculate, calculator),
    right: proxy(load.proxyCalculate),
    bounds: bounds(1.4),
  },
  {
    name: 'skills',
    title: '2,000 skills / 10 skills, both gateway',
    left: gateway(load.sendGet, largeShop),
    right: gateway(load.sendGet, shop),
    bounds: { throughput: { target: 0.95, floor: 0.7 } },
  },
  {
    name: 'typed',
    title: 'typed text / structured, both gateway',
    left: gateway(load.sendTyped),
    right: gateway(load.sendGet),
    bounds: { cpu: { target: 1.3, floor: 2.5 } },
  },
  {
    name: 'sentence',
    title: 'a sentence / structured, 1,200 skills',
    left: gateway(load.sendSentence, manyWords),
    right: gateway(load.sendGet, manyWords),
    bounds: { cpu: { target: 40, floor: 80 } },
  },
  {
    name: 'task',
    title: 'task in memory / message, both gateway',
    left: answeringWithTasks('memory'),
    right: gateway(load.sendGet),
    bounds: { cpu: { target: 1.6, floor: 3 } },
  },
  {
    name: 'task-sqlite',
    title: 'task in SQLite / message, both gateway',
    left: answeringWithTasks('sqlite'),
    right: gateway(load.sendGet),
    bounds: { cpu: { target: 4, floor: 7 } },
  },
];
