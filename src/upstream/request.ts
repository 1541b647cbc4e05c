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
  /** Decoded from any content-encoding. */
  readonly body: Buffer;
}

export interface Upstream {
  send(request: UpstreamRequest): Promise<UpstreamResponse>;
}
