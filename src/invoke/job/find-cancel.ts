// How a service is told to stop a job: what the configuration says, a link named `cancel`, or DELETE on the address of the job where
// the document declares it.

import type { Job } from '../job.ts';
import { findLink, findText, type Said } from './fields.ts';
import { fillTemplate } from './fill-template.ts';
import type { JobPlan } from './plan.ts';

export interface CancelSource extends Said {
  readonly statusUrl: string;
  /** What relative addresses start from. */
  readonly url: string;
}

export function findCancel(plan: JobPlan, { body, facts, statusUrl, url }: CancelSource): Job['cancel'] {
  const { rules, addresses, isDeclared } = plan;
  if (rules.cancel !== undefined) {
    const { method, template } = rules.cancel;
    const filled =
      fillTemplate(template, body, addresses) ?? (template.includes('{') ? undefined : addresses.below(template));
    const target = filled === undefined ? undefined : addresses.resolve(filled, url);
    return target === undefined ? undefined : { method, url: target };
  }
  const text = findText(facts, [
    'cancelurl',
    'cancellationurl',
    'canceluri',
    'cancelhref',
    'cancellink',
    'aborturl',
    'stopurl',
  ]);
  const link = findLink(facts, ['cancel', 'abort', 'stop']) ?? (text === undefined ? undefined : { href: text });
  const target = link === undefined ? undefined : addresses.resolve(link.href, url);
  if (target !== undefined) return { method: link?.method ?? (target === statusUrl ? 'DELETE' : 'POST'), url: target };
  const { path, fromRoot } = addresses.toPath(statusUrl);
  if (fromRoot === true || !isDeclared('DELETE', path.split('?', 1)[0] ?? path)) return undefined;
  return { method: 'DELETE', url: statusUrl };
}
