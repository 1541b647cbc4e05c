// What every body codec agrees on: it is compiled once for a media type and then writes values.

import type { MediaType } from '../../spec/operation.ts';

export interface WrittenBody {
  readonly body: string | Uint8Array;
  readonly contentType: string;
}

/** `isJson`: the value is known to hold nothing but what JSON has, no bytes of a file part. */
export type BodyWriter = (value: unknown, isJson?: boolean) => WrittenBody;

/** `field` is where the body stands in the arguments, for error texts. */
export type BodyCompiler = (media: MediaType, field: string) => BodyWriter;
