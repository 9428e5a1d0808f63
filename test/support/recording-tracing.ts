import type { Span, SpanFacts, SpanStart, Tracing } from '#ports/tracing.ts';

/** A span as it was told to the recorder. */
interface RecordedSpan {
  readonly name: string;
  readonly parent: RecordedSpan | null;
  readonly facts: Record<string, string | number>;
  /** Null: it has not ended. */
  outcome: 'done' | 'failed' | null;
}

/** Keeps all spans in memory, in the order in which they began. */
export function createRecordingTracing(): Tracing & { readonly spans: readonly RecordedSpan[] } {
  const spans: RecordedSpan[] = [];
  function begin({ name }: SpanStart, parent: RecordedSpan | null): Span {
    const span: RecordedSpan = { name, parent, facts: {}, outcome: null };
    spans.push(span);
    return {
      begin: (start) => begin(start, span),
      note(facts: SpanFacts) {
        Object.assign(span.facts, facts);
      },
      end(outcome) {
        span.outcome = outcome;
      },
    };
  }
  return { spans, begin: (start) => begin(start, null), stop: async () => {} };
}
