/**
 * What a span tells beside its name: names of the program, numbers, ids of rows. Never what somebody typed, nor a
 * token.
 */
export type SpanFacts = Readonly<Record<string, string | number>>;

export interface SpanStart {
  /** A constant of the program, such as `call createOrder`. */
  readonly name: string;
  /** `server`: asked by somebody outside; `client`: asks another system; absent: neither. */
  readonly kind?: 'server' | 'client';
  /** Milliseconds since 1970-01-01; absent: now. */
  readonly startedAt?: number;
}

/** A piece of work with a beginning and an end. */
export interface Span {
  /** Begins a span that is a part of this one. */
  begin(start: SpanStart): Span;
  note(facts: SpanFacts): void;
  end(outcome: 'done' | 'failed'): void;
}

/**
 * Begins traces: trees of spans. Promises: no method throws or delays its caller, and a collector that is away costs
 * spans only. Does not promise that a span arrives.
 */
export interface Tracing {
  begin(start: SpanStart): Span;
  /** Sends the spans that wait, for at most a few seconds. */
  stop(): Promise<void>;
}
