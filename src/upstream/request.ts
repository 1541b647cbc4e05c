// The one contract of the upstream side: `send(request) → response`. A response of any status is a value; what prevents a
// response (unreachable, too slow, too large) is a thrown `GatewayError` with an `upstream_*` code.

/** One request to one target, ready to go out. */
export interface UpstreamRequest {
  /** The target's id, for logs, limits and credentials. */
  readonly target: string;
  readonly method: string;
  /** Base URL without trailing slash, e.g. `https://api.example.test/v2`. Its origin decides what credentials may be sent. */
  readonly baseUrl: string;
  /** Path and query below the base URL, percent-encoded, starting with `/`. */
  readonly path: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** False for an operation that may have changed something when its reply is lost (anything but GET, HEAD, OPTIONS…). */
  readonly safe: boolean;
  /** Milliseconds for the whole exchange. */
  readonly timeout: number;
  /** Aborts the exchange; the reason is passed on. */
  readonly signal?: EndSignal | undefined;
  /** True: it waits for a place at the target however long that takes, and the timeout begins when it has one. */
  readonly patient?: boolean;
  /** True: `path` starts at the origin, not below the base URL. For addresses that the service itself gave. */
  readonly fromRoot?: true;
  /**
   * Asked when the headers of a reply are there: true for one that is to be handed on while it arrives, as `stream`. Such a reply
   * may take as long as it likes, as long as it is never silent for `timeout`.
   */
  readonly isStream?: (status: number, headers: Readonly<Record<string, string>>) => boolean;
  /** Milliseconds for the whole of a streamed reply; without it there is no end. */
  readonly streamTimeout?: number | undefined;
}

/** What a call asks of an AbortSignal. Whoever calls may give one, or something lighter. */
export interface EndSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A whole reply. Header names are in lower case; repeated ones are joined with `, ` (`set-cookie` is left out). */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded from any content-encoding; empty when there is a `stream`. */
  readonly body: Buffer;
  /** The body while it arrives, decoded, read no faster than it is asked. Throws what `send` throws. Leaving the loop ends the exchange. */
  readonly stream?: AsyncIterable<Buffer>;
}

export interface Upstream {
  send(request: UpstreamRequest): Promise<UpstreamResponse>;
}
