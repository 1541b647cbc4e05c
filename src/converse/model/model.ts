// The optional language model: any server that speaks the OpenAI-compatible wire. It is asked when the words of a message were not
// enough, chooses among the skills that a search found, and its choice is checked like any other call, with one chance to put it right.
// Whatever goes wrong gives undefined and one line in the log, and the caller is answered as if there were no model.

import type { ModelConfig } from '../../config/build-model.ts';
import type { GatewayError } from '../../errors.ts';
import type { Call } from '../../invoke/call.ts';
import type { Exchanger } from '../../net/exchange.ts';
import type { Log } from '../../observe/log.ts';
import { Deadline } from '../../upstream/deadline.ts';
import type { EndSignal } from '../../upstream/request.ts';
import type { UnderstoodSkill } from '../understand/understanding.ts';
import { createBudget } from './budget.ts';
import { createChatServer, type Ask } from './chat-server.ts';
import { chooseSkill, type ModelChoice } from './choose-skill.ts';
import { ModelFailure, toModelFailure } from './failure.ts';
import { estimateTokens } from './prompt.ts';
import { writeSummary } from './write-summary.ts';
import type { ChatRequest } from './wire.ts';

export interface ModelDeps {
  readonly config: ModelConfig;
  readonly network: Pick<Exchanger, 'exchange' | 'wheel'>;
  /** What is wrong with the arguments of a call. */
  check(call: Call): GatewayError | undefined;
  readonly log: Log;
  /** Milliseconds since 1970; the system's clock by default. */
  readonly now?: () => number;
}

export interface Model {
  choose(asked: Asked): Promise<ModelChoice | undefined>;
  /** A text to stand before an answer; there only when the operator has switched it on, for it sends data of services to the model. */
  summarise?(answered: Answered): Promise<string | undefined>;
}

export interface Asked {
  /** The message, as it came. */
  readonly text: string;
  /** Best first; at most eight are shown to the model. */
  readonly candidates: readonly Pick<UnderstoodSkill, 'skill'>[];
  /** Aborted when the caller has gone away. */
  readonly signal?: EndSignal | undefined;
}

export interface Answered {
  /** The message that was answered. */
  readonly asked: string;
  /** The answer of the service as text. */
  readonly answer: string;
  readonly signal?: EndSignal | undefined;
}

interface Spent {
  requests: number;
  tokens: number;
}

export function createModel({ config, network, check, log, now = Date.now }: ModelDeps): Model {
  const server = createChatServer({ config, network, now });
  const budget = createBudget(config.budget, () => network.wheel.now());
  const { timeout, apiKey, summarise } = config;
  const { tokensPerRequest } = config.budget;
  const key = apiKey?.reveal();

  const ask = async (request: ChatRequest, deadline: Deadline, spent: Spent) => {
    server.assertReady();
    const estimate = estimateTokens(request);
    const settle = budget.take(estimate);
    spent.requests += 1;
    try {
      const completion = await server.complete(request, deadline);
      const { tokens = estimate } = completion;
      settle(tokens);
      spent.tokens += tokens;
      return completion;
    } catch (error) {
      if (error instanceof ModelFailure && !error.mayHaveCost) settle(0);
      throw error;
    }
  };

  /** One deadline for all requests of one message. */
  const run = async <Result>(signal: EndSignal | undefined, work: (ask: Ask) => Promise<Result>) => {
    const start = network.wheel.now();
    const deadline = new Deadline(network.wheel, timeout, signal);
    const spent: Spent = { requests: 0, tokens: 0 };
    const facts = () => ({ ...spent, ms: Math.round(network.wheel.now() - start) });
    try {
      const result = await work((request) => ask(request, deadline, spent));
      log.debug(facts(), 'model');
      return result;
    } catch (error) {
      const { code, status, reason } = toModelFailure(error);
      log[code === 'gone' ? 'debug' : 'warn']({ code, status, reason, ...facts() }, 'model');
      return undefined;
    } finally {
      deadline.close();
    }
  };

  return {
    choose: ({ text, candidates, signal }) =>
      run(signal, (ask) =>
        chooseSkill({
          text,
          skills: candidates.map(({ skill }) => skill),
          limits: { tokensPerRequest, now: now() },
          ask,
          check,
          key,
        }),
      ),
    ...(summarise && {
      summarise: ({ asked, answer, signal }: Answered) =>
        run(signal, (ask) => writeSummary({ asked, answer, tokensPerRequest, ask, key })),
    }),
  };
}
