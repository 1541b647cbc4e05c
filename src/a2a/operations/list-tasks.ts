// ListTasks of an agent whose calls all end within their request: an empty page. It never gave out a page token, so every token
// is wrong. A2A 1.0 §3.1.4.

import { GatewayError } from '../../errors.ts';
import type { Operation } from '../exchange.ts';

const defaultPageSize = 50;

export const listTasks: Operation = (_deps, { codec, params }) => {
  const { pageSize = defaultPageSize, pageToken } = codec.readListTasks(params);
  if (pageToken !== undefined) {
    throw new GatewayError('invalid_params', 'pageToken: expected a token from an earlier page of this agent.', {
      violations: [{ field: 'pageToken', description: 'expected a token from an earlier page of this agent' }],
    });
  }
  return { kind: 'result', json: codec.writeTaskPage({ pageSize, totalSize: 0, nextPageToken: '' }) };
};
