import { fc } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { Cart, CartItem } from '#core/model/cart.ts';
import { applyCartAction, emptyCart } from '#core/rules/cart.ts';
import { parseStoredCart, serialiseStoredCart } from '#core/rules/stored-cart.ts';
import { cartItem } from '#test/arbitraries/cart.ts';
import { productId } from '#test/arbitraries/product.ts';

/** The cart as somebody would keep it on paper: product, unit price, quantity, limit. */
export interface CartModel {
  lines: { readonly id: string; readonly unit: number; readonly limit: number; quantity: number }[];
}

/** The cart under test; every command replaces it. */
export interface CartSystem {
  cart: Cart;
}

export function createCartModel(): CartModel {
  return { lines: [] };
}

export function createCartSystem(): CartSystem {
  return { cart: emptyCart };
}

type CartCommand = fc.Command<CartModel, CartSystem>;

/** Random sequences of the five actions, with saving to and reading from the browser in between. */
export const cartCommands = fc.commands<CartModel, CartSystem>(
  [
    cartItem.map(addCommand),
    productId.map(removeCommand),
    fc.record({ id: productId, quantity: fc.integer({ min: -3, max: 20 }) }).map(setQuantityCommand),
    fc.record({ id: productId, quantity: fc.integer({ min: 1, max: 20 }) }).map(setUnstoredCommand),
    fc.uniqueArray(cartItem, { maxLength: 3, selector: (item) => item.product_id }).map(replaceCommand),
    fc.constant(resetCommand()),
    fc.constant(reloadCommand()),
  ],
  { maxCommands: 40 },
);

function addCommand(item: CartItem): CartCommand {
  return {
    check: () => true,
    run(model, system) {
      const present = model.lines.find((line) => line.id === item.product_id);
      // The price of a product does not change within one walk: the line that is there decides.
      const added =
        present === undefined
          ? item
          : { ...item, price: (present.unit * item.quantity) as CartItem['price'] };
      if (present === undefined) model.lines.push(toLine(item));
      else present.quantity = Math.min(present.quantity + item.quantity, present.limit);
      system.cart = applyCartAction(system.cart, { type: 1, item: added });
      expectSame(model, system.cart);
    },
    toString: () => `add ${item.quantity} ${item.product_id}`,
  };
}

function removeCommand(id: string): CartCommand {
  return {
    check: () => true,
    run(model, system) {
      model.lines = model.lines.filter((line) => line.id !== id);
      system.cart = applyCartAction(system.cart, { type: 2, product_id: id });
      expectSame(model, system.cart);
    },
    toString: () => `remove ${id}`,
  };
}

function setQuantityCommand({ id, quantity }: { id: string; quantity: number }): CartCommand {
  return {
    check: () => true,
    run(model, system) {
      for (const line of model.lines) {
        if (line.id === id) line.quantity = Math.min(Math.max(quantity, 1), line.limit);
      }
      system.cart = applyCartAction(system.cart, { type: 3, product_id: id, quantity });
      expectSame(model, system.cart);
    },
    toString: () => `set ${id} to ${quantity}`,
  };
}

/** Another tab has emptied the storage: the products stay as they were. */
function setUnstoredCommand({ id, quantity }: { id: string; quantity: number }): CartCommand {
  return {
    check: () => true,
    run(model, system) {
      system.cart = applyCartAction(system.cart, { type: 3, product_id: id, quantity, is_stored: false });
      expectSame(model, system.cart);
    },
    toString: () => `set ${id} to ${quantity} with nothing stored`,
  };
}

function replaceCommand(items: CartItem[]): CartCommand {
  return {
    check: () => true,
    run(model, system) {
      model.lines = items.map(toLine);
      const given = items.reduce((cart, item) => applyCartAction(cart, { type: 1, item }), emptyCart);
      system.cart = applyCartAction(system.cart, { type: 0, cart: given });
      expect(system.cart).toBe(given);
      expectSame(model, system.cart);
    },
    toString: () => `replace by ${items.map((item) => item.product_id).join(', ')}`,
  };
}

function resetCommand(): CartCommand {
  return {
    check: () => true,
    run(model, system) {
      model.lines = [];
      system.cart = applyCartAction(system.cart, { type: 4 });
      expectSame(model, system.cart);
    },
    toString: () => 'reset',
  };
}

function reloadCommand(): CartCommand {
  return {
    check: () => true,
    run(model, system) {
      const text = serialiseStoredCart({ version: 1, merge_id: 'merge', owner: 'guest', cart: system.cart });
      const read = parseStoredCart(text);
      expect(read?.cart).toEqual(system.cart);
      system.cart = read?.cart ?? emptyCart;
      expectSame(model, system.cart);
    },
    toString: () => 'reload',
  };
}

function toLine(item: CartItem) {
  const limit = item.product_data.max_quantity ?? 999;
  return { id: item.product_id, unit: item.product_data.price, limit, quantity: item.quantity };
}

function expectSame(model: CartModel, cart: Cart): void {
  const lines = cart.products.map((item) => ({
    id: item.product_id,
    quantity: item.quantity,
    price: item.price,
  }));
  expect(lines).toEqual(
    model.lines.map((line) => ({ id: line.id, quantity: line.quantity, price: line.unit * line.quantity })),
  );
  const subtotal = model.lines.reduce((sum, line) => sum + line.unit * line.quantity, 0);
  expect(cart.amount).toBe(model.lines.reduce((sum, line) => sum + line.quantity, 0));
  expect(cart.subtotal).toBe(subtotal);
  expect(cart.total).toBe(subtotal);
  expect(cart.amount_due).toBe(subtotal);
}
