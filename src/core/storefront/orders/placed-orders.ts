import type { CookieName } from '#core/rules/basics/stored-data.ts';
import type { Cookies } from '#ports/browser/cookies.ts';
import type { TextStorage } from '#ports/browser/text-storage.ts';

/** Lifetime of the order token cookie, in seconds: 30 days. */
const orderTokenSeconds = 2_592_000;

function tokenCookie(orderId: string): CookieName {
  return `order_${orderId}`;
}

/** Returns the token that identifies a guest as the buyer of the order, or null. */
export function readOrderToken(cookies: Cookies, orderId: string): string | null {
  return cookies.read(tokenCookie(orderId));
}

/** Stores the token of an order in its own cookie. */
export function keepOrderToken(cookies: Cookies, orderId: string, token: string): void {
  cookies.write(tokenCookie(orderId), token, orderTokenSeconds);
}

/** An order that was placed in this browser. */
export interface PlacedOrder {
  readonly order_id: string;
  /** Id of the cart that was ordered; it is emptied when the order is complete. */
  readonly cart_id: string;
  /** Whether the cart was emptied and the purchase reported to analytics. */
  readonly is_settled: boolean;
  /** Whether its refund was reported to analytics. */
  readonly is_refunded?: boolean;
  /** The action that was started in this browser, identified by its expiry time. */
  readonly begun_action?: string;
}

const key = 'placed_orders';
const mostOrders = 20;

export type PlacedOrders = ReturnType<typeof createPlacedOrders>;

/** Creates the list of orders placed in this browser, newest last. Invalid stored entries are ignored. */
export function createPlacedOrders(localStorage: TextStorage) {
  const read = () => parse(localStorage.read(key));
  return {
    find: (orderId: string): PlacedOrder | null => read().find((order) => order.order_id === orderId) ?? null,
    /** Returns the newest order of a cart that is not settled yet; null if there is none or the id is null. */
    findOpenOf: (cartId: string | null): PlacedOrder | null =>
      read().findLast((order) => order.cart_id === cartId && !order.is_settled) ?? null,
    keep(order: PlacedOrder): void {
      const others = read().filter((other) => other.order_id !== order.order_id);
      localStorage.write(key, JSON.stringify([...others, order].slice(-mostOrders)));
    },
    /** Removes the orders and their tokens, so that the next person at this browser cannot open them. */
    forget(cookies: Cookies): void {
      for (const { order_id } of read()) cookies.remove(tokenCookie(order_id));
      localStorage.remove(key);
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
