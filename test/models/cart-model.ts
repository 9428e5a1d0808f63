import fc from 'fast-check';
import { expect } from 'vitest';
import type { Cart, CartItem, CustomProperties } from '#core/model/cart.ts';
import { applyCartAction, type CartAction, createCartItem } from '#core/rules/carts/apply-cart-action.ts';
import { parseStoredCart, serialiseStoredCart } from '#core/rules/carts/cart-in-storage.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { fewProperties, personalItem } from '#test/arbitraries/arbitrary-cart.ts';
import { productId } from '#test/arbitraries/arbitrary-product.ts';
import { checkSums } from '#test/support/sums.ts';

/** A simple model of the cart: product, custom properties, unit price, quantity and limit of each line. */
export interface CartModel {
  lines: ModelLine[];
}

interface ModelLine {
  readonly id: string;
  properties: CustomProperties;
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
const at = fc.nat(20);

/**
 * Generates random sequences of the cart actions. Between them the cart is saved to and read from the
 * browser's storage.
 */
export const cartCommands = fc.commands<CartModel, CartSystem>(
  [
    personalItem.map(addCommand),
    productId.map(removeCommand),
    at.map(removeLineCommand),
    fc.record({ at, properties: fewProperties }).map(editCommand),
    fc.record({ at, quantity: fc.integer({ min: -3, max: 20 }) }).map(setQuantityCommand),
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

/**
 * Returns a command that changes the model, does the returned action in the cart, and expects that their lines are
 * equal then.
 */
function command(
  label: string,
  change: (model: CartModel, cart: Cart) => CartAction,
  check: CartCommand['check'] = () => true,
): CartCommand {
  return {
    check,
    run(model, system) {
      system.cart = applyCartAction(system.cart, change(model, system.cart));
      expectSame(model, system.cart);
    },
    toString: () => label,
  };
}

function hasLine(at: number): CartCommand['check'] {
  return ({ lines }) => at < lines.length;
}

function lineAt<Line>(lines: readonly Line[], at: number): Line {
  const line = lines[at];
  if (line === undefined) throw new Error(`There is no line ${at}`);
  return line;
}

function addCommand(item: CartItem): CartCommand {
  const label = `add ${item.quantity} ${item.product_id} ${JSON.stringify(item.custom_properties)}`;
  return command(label, (model) => {
    const ofProduct = model.lines.find((line) => line.id === item.product_id);
    // Price and limit of a product do not change during a run, so those of an existing line are used.
    const data =
      ofProduct === undefined
        ? item.product_data
        : { ...item.product_data, price: ofProduct.unit as CartItem['price'], max_quantity: ofProduct.limit };
    const added = createCartItem(item.product_id, data, item.quantity, item.custom_properties);
    const line = toLine(added);
    const taken = Math.min(added.quantity, room(model, line.id, line.limit));
    const present = model.lines.find((one) => one.id === line.id && isSame(one.properties, line.properties));
    if (present !== undefined) present.quantity += taken;
    else if (taken > 0) model.lines.push({ ...line, quantity: taken });
    return { type: 'add', additions: [{ item: added }] };
  });
}

function removeCommand(id: string): CartCommand {
  return command(`remove ${id}`, (model) => {
    model.lines = model.lines.filter((line) => line.id !== id);
    return { type: 'remove', product_id: id };
  });
}

function removeLineCommand(at: number): CartCommand {
  const change = (model: CartModel, cart: Cart): CartAction => {
    const { product_id, line_id } = lineAt(cart.products, at);
    model.lines.splice(at, 1);
    return { type: 'remove', product_id, line_id };
  };
  return command(`remove line ${at}`, change, hasLine(at));
}

/**
 * Changes recipient or delivery date of a line. If it is then equal to another line, both become one line, in
 * the position of the first one.
 */
function editCommand({ at, properties }: { at: number; properties: CustomProperties }): CartCommand {
  const change = (model: CartModel, cart: Cart): CartAction => {
    const { line_id } = lineAt(cart.products, at);
    const edited = lineAt(model.lines, at);
    const twin = model.lines.find(
      (line) => line !== edited && line.id === edited.id && isSame(line.properties, properties),
    );
    edited.properties = properties;
    if (twin !== undefined) {
      const [first, second] =
        model.lines.indexOf(twin) < model.lines.indexOf(edited) ? [twin, edited] : [edited, twin];
      first.quantity += second.quantity;
      model.lines = model.lines.filter((line) => line !== second);
    }
    return { type: 'set_properties', line_id, custom_properties: properties };
  };
  return command(`edit line ${at}: ${JSON.stringify(properties)}`, change, hasLine(at));
}

function setQuantityCommand({ at, quantity }: { at: number; quantity: number }): CartCommand {
  const change = (model: CartModel, cart: Cart): CartAction => {
    const { product_id, line_id } = lineAt(cart.products, at);
    const line = lineAt(model.lines, at);
    line.quantity = 0;
    line.quantity = Math.min(Math.max(quantity, 1), room(model, line.id, line.limit));
    return { type: 'set_quantity', product_id, line_id, quantity };
  };
  return command(`set line ${at} to ${quantity}`, change, hasLine(at));
}

/** Sets a quantity after another tab has emptied the storage. The model's products do not change. */
function setUnstoredCommand({ id, quantity }: { id: string; quantity: number }): CartCommand {
  return command(`set ${id} to ${quantity} with nothing stored`, () => ({
    type: 'set_quantity',
    product_id: id,
    quantity,
    is_stored: false,
  }));
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
  return command('reset', (model) => {
    model.lines = [];
    return { type: 'reset' };
  });
}

function reloadCommand(): CartCommand {
  return command('reload', (_model, cart) => {
    const text = serialiseStoredCart({ version: 1, merge_id: 'merge', owner: 'guest', cart });
    const read = parseStoredCart(text);
    expect(read?.cart).toEqual(cart);
    return { type: 'replace', cart: read?.cart ?? emptyCart };
  });
}

function toLine(item: CartItem) {
  const limit = item.product_data.max_quantity ?? 999;
  const { product_id: id, quantity, custom_properties: properties } = item;
  return { id, properties, unit: item.product_data.price, limit, quantity };
}

function expectSame(model: CartModel, cart: Cart): void {
  const lines = cart.products.map((item) => ({
    id: item.product_id,
    properties: item.custom_properties,
    quantity: item.quantity,
    price: item.price,
  }));
  expect(lines).toEqual(
    model.lines.map(({ unit, limit: _, ...line }) => ({ ...line, price: unit * line.quantity })),
  );
  expect(new Set(cart.products.map((item) => item.line_id)).size).toBe(lines.length);
  const subtotal = model.lines.reduce((sum, line) => sum + line.unit * line.quantity, 0);
  checkSums('the cart', cart);
  expect(cart.subtotal).toBe(subtotal);
  expect(cart.total).toBe(subtotal);
  expect(cart.amount_due).toBe(subtotal);
}
