// A turn becomes a call, a question, or an answer of the gateway's own. The steps are tried in order; the first that makes something
// of the turn decides, and the call says which one it was. The first seven read what names a skill; who speaks in plain words is
// understood by the later ones, or asked.

import type { Skill } from '../catalog/skill.ts';
import type { GatewayError } from '../errors.ts';
import type { Call } from '../invoke/call.ts';
import type { OpenQuestion } from '../task/task.ts';
import { createAgents, type Agent, type ResolverDeps } from './agent.ts';
import { answerQuestion, type AnswerDeps } from './answer/answer.ts';
import { namesNothing } from './answer/data-replies.ts';
import { askForArguments } from './ask/complete.ts';
import { byName, isSpoken } from './by-name.ts';
import { toContents, type Contents } from './contents.ts';
import { fromWords, type WordsDeps } from './from-words.ts';
import { findSkills } from './help/find-skills.ts';
import { help } from './help/help.ts';
import { unresolved } from './refusal.ts';
import type { AnswerResolution, Question, Resolution } from './resolution.ts';
import { defaultSettings, type ConverseSettings } from './settings.ts';
import { settleCall } from './settle-call.ts';
import { ask } from './steps/ask.ts';
import { model, type Chooser } from './steps/model.ts';
import { namedSkill } from './steps/named-skill.ts';
import { sentence } from './steps/sentence.ts';
import type { Turn } from './turn.ts';

export interface Resolver {
  /**
   * Throws `skill_not_found`, `skill_unresolved`, `skill_ambiguous`, `part_not_usable`, `invalid_params`, `invalid_arguments` for
   * what cannot be asked about: data, files, metadata. A promise only where a model is asked.
   */
  resolve(turn: Turn): Resolution | Promise<Resolution>;
  /** The same, while the caller has been asked something. */
  answer(turn: Turn, open: OpenQuestion): Promise<AnswerResolution>;
  /** Whether the turn may be an answer: it says something, and names no skill in its data or metadata. */
  mayAnswer(turn: Turn): boolean;
  /** What a text is asked whose arguments turned out wrong. */
  askForArguments(call: Call, wrong: GatewayError): Question;
}

export interface ResolverOptions extends ResolverDeps {
  check(call: Call): GatewayError | undefined;
  toPlain(call: Call): Call;
  readonly settings?: ConverseSettings;
  readonly model?: Chooser;
}

const asTyped = { confirmed: false, guessed: false } as const;

export function createResolver(options: ResolverOptions): Resolver {
  const { check, toPlain, settings = defaultSettings, model: chooser } = options;
  const agentOf = createAgents(options);
  const words: WordsDeps = { check, toPlain, settings, alone: createAlone(agentOf) };

  const byRule = (contents: Contents, agent: Agent): Resolution | undefined => {
    const found = findSkills(contents, agent);
    if (found !== undefined) return { kind: 'saying', saying: found };
    const named = byName(words, contents, agent);
    if (named !== undefined) return named;
    if (!isSpoken(contents)) throw unresolved(contents, agent);
    const said = help(contents, agent);
    if (said !== undefined) return { kind: 'saying', saying: said };
    if (agent.only !== undefined)
      return fromWords(words, agent.only, { text: contents.text.value, resolvedBy: 'agent' });
    return sentence(contents, agent, words);
  };
  const byModel = async (contents: Contents, agent: Agent): Promise<Resolution | undefined> =>
    chooser === undefined ? undefined : model(contents, agent, { ...words, chooser });

  const askAbout = (contents: Contents, agent: Agent): Resolution =>
    namedSkill(words, contents, agent) ?? ask(contents, agent);

  const answering: AnswerDeps = {
    ...words,
    extract: (skill, text) => words.alone(skill).understand(text).candidates[0]?.arguments ?? {},
    byRule: (contents, agent) => byRule(contents, agent) ?? askAbout(contents, agent),
    byModel,
  };

  return {
    resolve: (turn) => {
      const agent = agentOf(turn.skills);
      const plain = agent.readLine(turn);
      if (plain !== undefined) return settleCall(words, plain, asTyped);
      const contents = toContents(turn);
      const found = byRule(contents, agent);
      if (chooser === undefined || (found !== undefined && !isUnfinished(found)))
        return found ?? askAbout(contents, agent);
      return byModel(contents, agent).then((chosen) => chosen ?? found ?? askAbout(contents, agent));
    },
    answer: (turn, open) =>
      answerQuestion(answering, { contents: toContents(turn), agent: agentOf(turn.skills), open }),
    mayAnswer: (turn) => {
      const contents = toContents(turn);
      return namesNothing(contents, agentOf(turn.skills)) && (contents.data !== undefined || isSpoken(contents));
    },
    askForArguments: (call, wrong) => askForArguments(toPlain(call), wrong),
  };
}

/** A sentence of which something was understood: a model may find the rest in it. */
function isUnfinished(resolution: Resolution): boolean {
  if (resolution.kind !== 'question') return false;
  const { open, resolvedBy } = resolution.question;
  return open.kind === 'complete' && (resolvedBy === 'sentence' || resolvedBy === 'agent');
}

/** Each skill as an agent of its own; indexes are kept by the list of skills, so a skill has always the same one. */
function createAlone(agentOf: (skills: readonly Skill[]) => Agent): (skill: Skill) => Agent {
  const lists = new WeakMap<Skill, readonly Skill[]>();
  return (skill) => {
    const list = lists.get(skill) ?? [skill];
    lists.set(skill, list);
    return agentOf(list);
  };
}
