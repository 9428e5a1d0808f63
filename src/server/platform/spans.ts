import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanFacts, SpanStart, Tracing } from '#ports/tracing.ts';

/** The current trace: its current span, and the facts that all of its spans get. */
interface TraceScope {
  readonly span: Span;
  readonly shared: Record<string, string>;
}

const scope = new AsyncLocalStorage<TraceScope>();

/** Runs work in a child of the current span, else in the first span of a new trace. Without `tracing` it only runs. */
export function inTrace<Value>(
  tracing: Tracing | undefined,
  start: SpanStart,
  work: () => Promise<Value>,
): Promise<Value> {
  const outer = scope.getStore();
  if (outer !== undefined) return runSpan(outer, start, work);
  if (tracing === undefined) return work();
  return runIn({ span: tracing.begin(start), shared: {} }, work);
}

/** Runs work in a child of the current span; without one it only runs. */
export function inSpan<Value>(start: SpanStart, work: () => Promise<Value>): Promise<Value> {
  const outer = scope.getStore();
  return outer === undefined ? work() : runSpan(outer, start, work);
}

function runSpan<Value>(
  { span, shared }: TraceScope,
  start: SpanStart,
  work: () => Promise<Value>,
): Promise<Value> {
  return runIn({ span: span.begin(start), shared }, work);
}

async function runIn<Value>(own: TraceScope, work: () => Promise<Value>): Promise<Value> {
  let outcome: 'done' | 'failed' = 'failed';
  try {
    const value = await scope.run(own, work);
    outcome = 'done';
    return value;
  } finally {
    own.span.note(own.shared);
    own.span.end(outcome);
  }
}

/** Records work that has just ended as a child of the current span. */
export function recordSpan(
  start: SpanStart & { readonly startedAt: number },
  outcome: 'done' | 'failed',
): void {
  const outer = scope.getStore();
  if (outer === undefined) return;
  const span = outer.span.begin(start);
  span.note(outer.shared);
  span.end(outcome);
}

/** Adds facts to the current span. */
export function addSpanFacts(facts: SpanFacts): void {
  scope.getStore()?.span.note(facts);
}

/**
 * Adds an order's id to all spans of the current trace that have not ended, which links it to other traces of the
 * order.
 */
export function addOrderToSpans(orderId: string): void {
  const trace = scope.getStore();
  if (trace !== undefined) trace.shared.order_id = orderId;
}
