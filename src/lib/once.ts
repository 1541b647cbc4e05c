// A value made on first use and kept.

export function once<Value>(build: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: build() }).value;
}
