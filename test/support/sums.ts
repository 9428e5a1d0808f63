import type { Cart } from '#core/model/cart.ts';
import type { Order } from '#core/model/order.ts';

/**
 * Throws unless the sums of every cart and order in a value equal those of their lines, to the cent. The message begins
 * with `where`.
 */
export function checkSums(where: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('products' in value && 'subtotal' in value) {
    const wrong = Object.entries(
      'discounts' in value ? sumsOfCart(value as Cart) : sumsOfOrder(value as Order),
    )
      .filter(([, [stated, counted]]) => stated !== counted)
      .map(([name, [stated, counted]]) => `${name} is ${stated} instead of ${counted}`);
    if (wrong.length > 0) throw new Error(`${where}: sums that differ from the lines: ${wrong.join(', ')}`);
  }
  for (const inner of Object.values(value)) checkSums(where, inner);
}

type Sums = Readonly<Record<string, readonly [stated: number, counted: number]>>;

function sum<Part>(parts: readonly Part[], of: (part: Part) => number): number {
  return parts.reduce((total, part) => total + of(part), 0);
}

function sumsOfCart({ products, discounts, ...cart }: Cart): Sums {
  return {
    ...sumsOfBoth(cart, discounts.total),
    amount: [cart.amount, sum(products, ({ quantity }) => quantity)],
    subtotal: [cart.subtotal, sum(products, ({ product_data, quantity }) => product_data.price * quantity)],
    'sum of the prices': [sum(products, ({ price }) => price), cart.subtotal],
    'discounts.total': [discounts.total, sum(discounts.lines, ({ amount }) => amount)],
    'sum of the bundles': [
      sum(discounts.bundles, ({ amount }) => amount),
      sum(discounts.lines, ({ bundle_amount }) => bundle_amount),
    ],
  };
}

function sumsOfOrder({ products, discount, ...order }: Order): Sums {
  const ofBundles = sum(order.bundle_discounts, ({ amount }) => amount);
  return {
    ...sumsOfBoth(order, discount),
    subtotal: [order.subtotal, sum(products, ({ price }) => price)],
    discount: [discount, sum(products, (line) => line.discount)],
    'sum of the bundles': [ofBundles, Math.min(ofBundles, discount)],
  };
}

type Amounts = Pick<
  Cart,
  'subtotal' | 'shipping_cost' | 'total' | 'credit' | 'promotional_credit' | 'amount_due'
>;

function sumsOfBoth(amounts: Amounts, discount: number): Sums {
  const { subtotal, shipping_cost, total, credit, promotional_credit, amount_due } = amounts;
  return {
    total: [total, subtotal - discount + (shipping_cost ?? 0)],
    amount_due: [amount_due, total - credit],
    promotional_credit: [promotional_credit, Math.min(promotional_credit, credit)],
  };
}
