import type { FulfilmentState } from '#core/model/parcel.ts';

/** The steps of an order, in this order. */
export type TimelineStep = 'ordered' | 'paid' | 'prepared' | 'sent' | 'arrived';

interface TimelineEntry {
  readonly step: TimelineStep;
  /** Whether the step has happened. */
  readonly isDone: boolean;
  /** Time of the step; null if it has not happened or the time is not known. */
  readonly at: string | null;
}

interface TimelineFacts {
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly fulfilment: FulfilmentState;
  readonly products: readonly { readonly is_shipped: boolean }[];
}

/**
 * Returns the steps of an order (docs/behaviour/orders.md#timeline): up to the arrival for goods, otherwise up to the
 * payment. A step is done if a later one is.
 */
export function orderTimeline(order: TimelineFacts): readonly TimelineEntry[] {
  const { created_at, completed_at, fulfilment } = order;
  const isPaid = completed_at !== null;
  const isSent = fulfilment === 'shipped' || fulfilment === 'delivered';
  const paid: readonly TimelineEntry[] = [
    { step: 'ordered', isDone: true, at: created_at },
    { step: 'paid', isDone: isPaid || isSent, at: completed_at },
  ];
  if (!order.products.some((line) => line.is_shipped)) return paid;
  return [
    ...paid,
    { step: 'prepared', isDone: isSent, at: null },
    { step: 'sent', isDone: isSent, at: null },
    { step: 'arrived', isDone: fulfilment === 'delivered', at: null },
  ];
}
