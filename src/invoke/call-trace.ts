// At the log level `debug`, one line per upstream request: how the skill was found, what goes out, and which headers of the caller
// do not. Names of headers only, and a path without its query: values may be secret.

import type { Log } from '../observe/log.ts';
import type { Call, CallContext, PreparedRequest } from './call.ts';

export function createCallTrace(log: Log): (call: Call, prepared: PreparedRequest, context: CallContext) => void {
  return ({ skill, resolvedBy }, { request, droppedHeaders }, { requestId }) => {
    log.debug(
      {
        requestId,
        skill: skill.id,
        resolvedBy,
        request: `${request.method} ${skill.operation.path}`,
        headers: Object.keys(request.headers),
        droppedHeaders,
      },
      'request',
    );
  };
}
