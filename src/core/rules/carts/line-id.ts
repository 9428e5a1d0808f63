import type { CustomProperties } from '#core/model/cart.ts';

/** The values that identify a cart line: one product with one set of properties. */
interface LineContent {
  readonly product_id: string;
  readonly custom_properties: CustomProperties;
}

/**
 * Selects the lines that a change applies to: the line with `line_id`, or without it every line of the
 * product.
 */
export interface LineName {
  readonly product_id: string;
  readonly line_id?: string | undefined;
}

/**
 * Returns the id of a cart line (docs/behaviour/carts.md#one-line-per-recipient): the product's id, followed
 * by a hash of the properties if there are any. Lines with equal properties have the same id, so they are one
 * line. Browser and server compute the same id. The id changes when the properties change.
 */
export function lineId({ product_id, custom_properties }: LineContent): string {
  const { recipient_name, recipient_email, greeting, is_gift_pdf, delivery, deliver_on, theme, sender_name } =
    custom_properties;
  const content = [
    recipient_name ?? '',
    recipient_email?.trim().toLowerCase() ?? '',
    greeting ?? '',
    is_gift_pdf === true ? 'pdf' : '',
    delivery === 'buyer' ? '' : (delivery ?? ''),
    deliver_on ?? '',
    // Last and only when set, so that lines of carts from before themes and senders keep their ids.
    ...(theme === undefined || theme === 'neutral' ? [] : [theme]),
    ...(sender_name === undefined || sender_name === '' ? [] : [`from ${sender_name}`]),
  ];
  if (content.every((part) => part === '')) return product_id;
  return `${product_id}.${hash(JSON.stringify(content))}`;
}

/** Returns whether a change with this name applies to the line. */
export function isNamed({ product_id, line_id }: LineName, item: LineName): boolean {
  return line_id === undefined ? item.product_id === product_id : item.line_id === line_id;
}

/** Returns the quantity of each product, summed over all its lines; the key is the product id. */
export function quantities(
  lines: readonly { readonly product_id: string; readonly quantity: number }[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { product_id, quantity } of lines) sums.set(product_id, (sums.get(product_id) ?? 0) + quantity);
  return sums;
}

const offset = 0xcb_f2_9c_e4_84_22_23_25n;
const prime = 0x1_00_00_00_01_b3n;

/** Returns the 64-bit FNV-1a hash of the UTF-16 code units of a text, in base 36. */
function hash(text: string): string {
  let value = offset;
  for (let index = 0; index < text.length; index += 1) {
    value = BigInt.asUintN(64, (value ^ BigInt(text.charCodeAt(index))) * prime);
  }
  return value.toString(36);
}
