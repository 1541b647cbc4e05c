// Records whose keys come from documents and callers: without inherited names, so that `constructor` and `__proto__` are names like
// any other. `Object.create(null)` would do the same, but V8 makes a hash table of it, which takes three times as long to fill and read.

const Bare = function Bare() {} as unknown as new () => object; // a function, for a class always has a `constructor`
Bare.prototype = Object.freeze(Object.create(null));

export function createRecord<Value>(): Record<string, Value> {
  return new Bare() as Record<string, Value>;
}
