// What the operator decided for one target: where its calls go and which headers go with them.

export interface TargetPolicy {
  /** Sent to this target only; they win over headers of the caller and over arguments. */
  readonly headers: ReadonlyMap<string, string>;
  /** Credentials by security scheme of the document; of HTTP basic `user:password`. */
  readonly credentials?: ReadonlyMap<string, string>;
  /** Names of caller headers that are passed on. */
  readonly forwardHeaders: readonly string[];
  /** Milliseconds for a whole exchange. */
  readonly timeout: number;
  /** Without trailing slash. Set when upstreams are configured: then the servers of the document do not count. */
  readonly baseUrl?: string;
  /** Origins that may see `headers` and forwarded headers; without it, every base URL of the target's document. */
  readonly origins?: ReadonlySet<string>;
}
