// A value that must not be seen by accident. Text, JSON, template literals and `console.log` all show `[secret]`; only a call of
// `reveal()` gives the value, so that a search for that word finds every place where it leaves.

import { inspect } from 'node:util';

export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
    Object.freeze(this);
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}
