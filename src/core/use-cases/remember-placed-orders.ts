import type { TextStorage } from '#ports/text-storage.ts';

/** An order that this browser placed. */
export interface PlacedOrder {
  readonly order_id: string;
  /** The cart it came from, which is emptied when the order is complete. */
  readonly cart_id: string;
  /** Its completion has been dealt with: the cart emptied, the purchase reported. */
  readonly is_settled: boolean;
}

/** The orders that this browser placed, newest last. */
export interface PlacedOrders {
  find(order_id: string): PlacedOrder | null;
  /** Notes an order, or a change of one. */
  note(order: PlacedOrder): void;
}

const key = 'placed_orders';
const mostOrders = 20;

/** Makes the list; what is broken in the storage counts as never written. */
export function createRememberPlacedOrders(dependencies: {
  readonly local_storage: TextStorage;
}): PlacedOrders {
  const { local_storage } = dependencies;
  const read = () => parse(local_storage.read(key));
  return {
    find: (order_id) => read().find((order) => order.order_id === order_id) ?? null,
    note(order) {
      const others = read().filter((other) => other.order_id !== order.order_id);
      local_storage.write(key, JSON.stringify([...others, order].slice(-mostOrders)));
    },
  };
}

function parse(text: string | null): readonly PlacedOrder[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isPlacedOrder) : [];
  } catch {
    return [];
  }
}

function isPlacedOrder(value: unknown): value is PlacedOrder {
  const order = (value ?? {}) as Partial<Record<keyof PlacedOrder, unknown>>;
  return (
    typeof order.order_id === 'string' &&
    typeof order.cart_id === 'string' &&
    typeof order.is_settled === 'boolean'
  );
}
