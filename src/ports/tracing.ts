/** Attributes of a span: names from the program, numbers and row ids. Never user input or tokens. */
export type SpanFacts = Readonly<Record<string, string | number>>;

export interface SpanStart {
  /** A constant name such as `call createOrder`. */
  readonly name: string;
  /** `server`: handles a request from outside; `client`: sends a request to another system; absent: neither. */
  readonly kind?: 'server' | 'client';
  /** Milliseconds since the epoch; now if absent. */
  readonly startedAt?: number;
}

/** A timed operation. */
export interface Span {
  /** Begins a child span. */
  begin(start: SpanStart): Span;
  note(facts: SpanFacts): void;
  end(outcome: 'done' | 'failed'): void;
}

/**
 * Begins traces: trees of spans. Promises: no method throws or delays its caller; if the collector cannot be reached,
 * only spans are lost. Does not promise that a span arrives.
 */
export interface Tracing {
  begin(start: SpanStart): Span;
  /** Sends the pending spans, for at most a few seconds. */
  stop(): Promise<void>;
}
