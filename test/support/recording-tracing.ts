import type { Span, SpanFacts, SpanStart, Tracing } from '#ports/tracing.ts';

/** A span that was reported. */
interface RecordedSpan {
  readonly name: string;
  readonly parent: RecordedSpan | null;
  readonly facts: Record<string, string | number>;
  /** Null until the span has ended. */
  outcome: 'done' | 'failed' | null;
}

/** Creates a tracing that stores all spans in memory, in the order of their start. */
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
