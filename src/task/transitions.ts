// Which state may follow which. Terminal states are final; the same state again is progress within it. A2A 1.0 §4.1.3.

import { interruptedStates, terminalStates, type TaskState } from './task.ts';

const terminal = [...terminalStates];

const following: Readonly<Record<TaskState, ReadonlySet<TaskState>>> = {
  submitted: new Set(['submitted', 'working', 'input-required', 'auth-required', ...terminal]),
  working: new Set(['working', 'input-required', 'auth-required', ...terminal]),
  'input-required': new Set(['working', 'input-required', ...terminal]),
  'auth-required': new Set(['working', ...terminal]),
  completed: new Set(),
  failed: new Set(),
  canceled: new Set(),
  rejected: new Set(),
};

export function mayFollow(from: TaskState, to: TaskState): boolean {
  return following[from].has(to);
}

export function isTerminal({ status }: { readonly status: { readonly state: TaskState } }): boolean {
  return terminalStates.has(status.state);
}

/** True when the work rests until its caller says more. */
export function isWaiting({ status }: { readonly status: { readonly state: TaskState } }): boolean {
  return interruptedStates.has(status.state);
}
