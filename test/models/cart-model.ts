import fc from 'fast-check';
import { expect } from 'vitest';
import type { Cart, CartItem, CustomProperties } from '#core/model/cart.ts';
import { applyCartAction, createCartItem } from '#core/rules/carts/apply-cart-action.ts';
import { parseStoredCart, serialiseStoredCart } from '#core/rules/carts/cart-in-storage.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { fewWords, personalItem } from '#test/arbitraries/arbitrary-cart.ts';
import { productId } from '#test/arbitraries/arbitrary-product.ts';
import { checkSums } from '#test/support/sums.ts';

/** A simple model of the cart: product, custom properties, unit price, quantity and limit of each line. */
export interface CartModel {
  lines: ModelLine[];
}

interface ModelLine {
  readonly id: string;
  words: CustomProperties;
  readonly unit: number;
  readonly limit: number;
  quantity: number;
}

/** The cart under test. Every command replaces it. */
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

/** Generates the index of a line. A command with an index that the cart does not have is skipped. */
const place = fc.nat(20);

/**
 * Generates random sequences of the cart actions. Between them the cart is saved to and read from the
 * browser's storage.
 */
export const cartCommands = fc.commands<CartModel, CartSystem>(
  [
    personalItem.map(addCommand),
    productId.map(removeCommand),
    place.map(removeLineCommand),
    fc.record({ place, words: fewWords }).map(editCommand),
    fc.record({ place, quantity: fc.integer({ min: -3, max: 20 }) }).map(setQuantityCommand),
    fc.record({ id: productId, quantity: fc.integer({ min: 1, max: 20 }) }).map(setUnstoredCommand),
    fc.uniqueArray(personalItem, { maxLength: 3, selector: (item) => item.product_id }).map(replaceCommand),
    fc.constant(resetCommand()),
    fc.constant(reloadCommand()),
  ],
  { maxCommands: 40 },
);

const isSame = (one: CustomProperties, other: CustomProperties) =>
  one.recipient_name === other.recipient_name &&
  one.sender_name === other.sender_name &&
  one.deliver_on === other.deliver_on;

/** Returns how many more pieces of a product the cart may contain. */
function room(model: CartModel, id: string, limit: number): number {
  return limit - model.lines.reduce((sum, line) => sum + (line.id === id ? line.quantity : 0), 0);
}

function addCommand(item: CartItem): CartCommand {
  return {
    check: () => true,
    run(model, system) {
      const ofProduct = model.lines.find((line) => line.id === item.product_id);
      // Price and limit of a product do not change during a run, so those of an existing line are used.
      const data =
        ofProduct === undefined
          ? item.product_data
          : {
              ...item.product_data,
              price: ofProduct.unit as CartItem['price'],
              max_quantity: ofProduct.limit,
            };
      const added = createCartItem(item.product_id, data, item.quantity, item.custom_properties);
      const line = toLine(added);
      const taken = Math.min(added.quantity, room(model, line.id, line.limit));
      const present = model.lines.find((one) => one.id === line.id && isSame(one.words, line.words));
      if (present !== undefined) present.quantity += taken;
      else if (taken > 0) model.lines.push({ ...line, quantity: taken });
      system.cart = applyCartAction(system.cart, { type: 'add', additions: [{ item: added }] });
      expectSame(model, system.cart);
    },
    toString: () => `add ${item.quantity} ${item.product_id} ${JSON.stringify(item.custom_properties)}`,
  };
}

function removeCommand(id: string): CartCommand {
  return {
    check: () => true,
    run(model, system) {
      model.lines = model.lines.filter((line) => line.id !== id);
      system.cart = applyCartAction(system.cart, { type: 'remove', product_id: id });
      expectSame(model, system.cart);
    },
    toString: () => `remove ${id}`,
  };
}

function removeLineCommand(at: number): CartCommand {
  return {
    check: ({ lines }) => at < lines.length,
    run(model, system) {
      const { product_id, line_id } = itemAt(system, at);
      model.lines.splice(at, 1);
      system.cart = applyCartAction(system.cart, { type: 'remove', product_id, line_id });
      expectSame(model, system.cart);
    },
    toString: () => `remove line ${at}`,
  };
}

/**
 * Changes recipient or delivery date of a line. If it is then equal to another line, both become one line, in
 * the position of the first one.
 */
function editCommand({ place: at, words }: { place: number; words: CustomProperties }): CartCommand {
  return {
    check: ({ lines }) => at < lines.length,
    run(model, system) {
      const { line_id } = itemAt(system, at);
      const edited = model.lines[at];
      if (edited === undefined) throw new Error('No line');
      const twin = model.lines.find(
        (line) => line !== edited && line.id === edited.id && isSame(line.words, words),
      );
      edited.words = words;
      if (twin !== undefined) {
        const [first, second] =
          model.lines.indexOf(twin) < model.lines.indexOf(edited) ? [twin, edited] : [edited, twin];
        first.quantity += second.quantity;
        model.lines = model.lines.filter((line) => line !== second);
      }
      system.cart = applyCartAction(system.cart, {
        type: 'set_properties',
        line_id,
        custom_properties: words,
      });
      expectSame(model, system.cart);
    },
    toString: () => `edit line ${at}: ${JSON.stringify(words)}`,
  };
}

function setQuantityCommand({ place: at, quantity }: { place: number; quantity: number }): CartCommand {
  return {
    check: ({ lines }) => at < lines.length,
    run(model, system) {
      const { product_id, line_id } = itemAt(system, at);
      const line = model.lines[at];
      if (line === undefined) throw new Error('No line');
      line.quantity = 0;
      line.quantity = Math.min(Math.max(quantity, 1), room(model, line.id, line.limit));
      system.cart = applyCartAction(system.cart, { type: 'set_quantity', product_id, line_id, quantity });
      expectSame(model, system.cart);
    },
    toString: () => `set line ${at} to ${quantity}`,
  };
}

function itemAt({ cart }: CartSystem, at: number): CartItem {
  const item = cart.products[at];
  if (item === undefined) throw new Error(`The cart has no line ${at}`);
  return item;
}

/** Sets a quantity after another tab has emptied the storage. The model's products do not change. */
function setUnstoredCommand({ id, quantity }: { id: string; quantity: number }): CartCommand {
  return {
    check: () => true,
    run(model, system) {
      system.cart = applyCartAction(system.cart, {
        type: 'set_quantity',
        product_id: id,
        quantity,
        is_stored: false,
      });
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
      const given = items.reduce(
        (cart, item) => applyCartAction(cart, { type: 'add', additions: [{ item }] }),
        emptyCart,
      );
      system.cart = applyCartAction(system.cart, { type: 'replace', cart: given });
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
      system.cart = applyCartAction(system.cart, { type: 'reset' });
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
  const { product_id: id, quantity, custom_properties: words } = item;
  return { id, words, unit: item.product_data.price, limit, quantity };
}

function expectSame(model: CartModel, cart: Cart): void {
  const lines = cart.products.map((item) => ({
    id: item.product_id,
    words: item.custom_properties,
    quantity: item.quantity,
    price: item.price,
  }));
  expect(lines).toEqual(
    model.lines.map(({ id, words, quantity, unit }) => ({ id, words, quantity, price: unit * quantity })),
  );
  expect(new Set(cart.products.map((item) => item.line_id)).size).toBe(lines.length);
  const subtotal = model.lines.reduce((sum, line) => sum + line.unit * line.quantity, 0);
  checkSums('the cart', cart);
  expect(cart.subtotal).toBe(subtotal);
  expect(cart.total).toBe(subtotal);
  expect(cart.amount_due).toBe(subtotal);
}
