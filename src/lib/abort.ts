// An AbortSignal for APIs that take nothing lighter. What goes off is kept, the reason included.

interface Ending {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
}

export function toAbortSignal(ending: Ending): AbortSignal {
  if (ending instanceof AbortSignal) return ending;
  const controller = new AbortController();
  if (ending.aborted) controller.abort(ending.reason);
  else ending.addEventListener('abort', () => controller.abort(ending.reason));
  return controller.signal;
}
