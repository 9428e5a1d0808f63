import type { FulfilmentState } from '#core/model/order.ts';
import type { LifeCycle } from './life-cycle.ts';

/** What happens to the goods of an order. */
export const fulfilmentEvents = [
  /** The order is paid and holds something that is shipped. */
  'begin',
  'ship',
  'deliver',
  /** The parcel came back undelivered and may be sent again. */
  'come_back',
  /** The order was voided or refunded before anything was shipped; its stock is returned. */
  'call_off',
] as const;

export type FulfilmentEvent = (typeof fulfilmentEvents)[number];

/** The life of a delivery; `none` also ends it, because digital orders never leave it (decisions §4). */
export const fulfilmentLifeCycle: LifeCycle<FulfilmentState, FulfilmentEvent> = {
  initial: 'none',
  final: ['none', 'delivered'],
  moves: {
    none: { begin: 'open' },
    open: { ship: 'shipped', call_off: 'none' },
    shipped: { deliver: 'delivered', come_back: 'open' },
    delivered: {},
  },
};
