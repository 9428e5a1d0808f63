import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanFacts, SpanStart, Tracing } from '#ports/tracing.ts';

/** The trace of the work under way: its current span, and what all of its spans tell once it is known. */
interface TraceScope {
  readonly span: Span;
  readonly shared: Record<string, string>;
}

const scope = new AsyncLocalStorage<TraceScope>();

/**
 * Runs work as a span: a part of the span under which it is called, else the first of a new trace. Without `tracing` it
 * only runs.
 */
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

/** Runs work as a part of the span under which it is called; without one it only runs. */
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

/** Notes work that has just ended as a part of the span under which it was done. */
export function noteSpan(
  start: SpanStart & { readonly startedAt: number },
  outcome: 'done' | 'failed',
): void {
  const outer = scope.getStore();
  if (outer === undefined) return;
  const span = outer.span.begin(start);
  span.note(outer.shared);
  span.end(outcome);
}

/** Adds facts to the span under way. */
export function noteInSpan(facts: SpanFacts): void {
  scope.getStore()?.span.note(facts);
}

/**
 * Joins the trace under way with the others about this order: all of its spans that have not ended tell the order's id.
 */
export function nameOrder(orderId: string): void {
  const trace = scope.getStore();
  if (trace !== undefined) trace.shared.order_id = orderId;
}
