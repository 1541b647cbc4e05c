// The one request handler that every A2A binding calls: an operation, wire parameters and their codec in, the wire's result or
// a failure out. What the agent cannot do is refused before the parameters are looked at. It knows no transport.
// A2A 1.0 §3.1 (operations), §3.3.4 (capabilities).

import { GatewayError, type FailureCode } from '../errors.ts';
import type { A2AHandler, A2AHandlerDeps, Operation } from './exchange.ts';
import type { Capability, OperationId } from './methods.ts';
import { cancelTask } from './operations/cancel-task.ts';
import { getTask } from './operations/get-task.ts';
import { listTasks } from './operations/list-tasks.ts';
import { createPushConfig, deletePushConfig, getPushConfig, listPushConfigs } from './operations/push-configs.ts';
import { sendMessage } from './operations/send-message.ts';
import { sendStreamingMessage } from './operations/send-streaming-message.ts';
import { subscribeToTask } from './operations/subscribe-to-task.ts';

const operations: ReadonlyMap<OperationId, Operation> = new Map<OperationId, Operation>([
  ['sendMessage', sendMessage],
  ['sendStreamingMessage', sendStreamingMessage],
  ['getTask', getTask],
  ['listTasks', listTasks],
  ['cancelTask', cancelTask],
  ['subscribeToTask', subscribeToTask],
  ['createPushConfig', createPushConfig],
  ['getPushConfig', getPushConfig],
  ['listPushConfigs', listPushConfigs],
  ['deletePushConfig', deletePushConfig],
]);

const refusals: Readonly<Record<Capability, FailureCode>> = {
  streaming: 'unsupported_operation',
  pushNotifications: 'push_not_supported',
  extendedAgentCard: 'unsupported_operation',
};

/**
 * @example
 * const handler = createA2AHandler({ resolver, asks: true, invoker, newId: randomUuid, tasks, capabilities, answers, errata });
 */
export function createA2AHandler(deps: A2AHandlerDeps): A2AHandler {
  return {
    handle(exchange) {
      const { operation, needs, v1 } = exchange.method;
      if (needs !== undefined && !deps.capabilities[needs]) {
        throw new GatewayError(
          refusals[needs],
          `This agent does not support ${v1}: its card declares ${needs}: false.`,
        );
      }
      const run = operations.get(operation);
      if (run === undefined) throw new GatewayError('unsupported_operation', `This agent does not support ${v1}.`);
      return run(deps, exchange);
    },
  };
}
