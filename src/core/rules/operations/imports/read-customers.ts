import { type PostalAddress, postalAddress } from '#core/model/address.ts';
import { isEmailAddress, normaliseEmail } from '#core/model/email-address.ts';
import { isPrintable } from '#core/model/printable-text.ts';
import type { PlannedImport } from '#core/model/shop-import.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { normaliseLine } from '#core/model/typed-text.ts';
import { isPostalCode } from '#core/rules/accounts/postal-codes.ts';
import type { KnownColumns, MappedTable, ReadCells } from './columns.ts';
import type { ReadItem } from './read-products.ts';

/** A customer of another shop. */
export interface ImportedCustomer {
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly address: PostalAddress | null;
  readonly left_out: PlannedImport['left_out'];
}

type Column =
  | 'email'
  | 'name'
  | 'firstname'
  | 'lastname'
  | 'consent'
  | 'company'
  | 'street'
  | 'street_more'
  | 'postal_code'
  | 'city'
  | 'country'
  | 'phone';

/** WooCommerce: the columns of its customer report and of its customer export extension. */
export const customerColumns: KnownColumns<Column> = {
  shopify: {
    names: {
      email: ['email'],
      firstname: ['first name'],
      lastname: ['last name'],
      consent: ['accepts email marketing', 'accepts marketing'],
      company: ['default address company', 'company'],
      street: ['default address address1', 'address1'],
      street_more: ['default address address2', 'address2'],
      postal_code: ['default address zip', 'zip'],
      city: ['default address city', 'city'],
      country: ['default address country code', 'country code'],
      phone: ['default address phone', 'phone'],
    },
    needed: [['email'], ['firstname'], ['lastname']],
  },
  woocommerce: {
    names: {
      email: ['email', 'user_email', 'e-mail', 'billing_email'],
      name: ['name'],
      firstname: ['first_name', 'billing_first_name'],
      lastname: ['last_name', 'billing_last_name'],
      company: ['billing_company'],
      street: ['billing_address_1'],
      street_more: ['billing_address_2'],
      postal_code: ['billing_postcode', 'postal code', 'postleitzahl'],
      city: ['billing_city', 'city', 'stadt'],
      country: ['billing_country', 'country / region', 'land / region'],
      phone: ['billing_phone'],
    },
    needed: [['email'], ['name', 'firstname']],
  },
};

/**
 * Reads customers (docs/behaviour/operations.md#import-from-other-shops). Leaves out incomplete addresses, and
 * consents, which the file cannot prove.
 */
export function readCustomers({ rows }: MappedTable<Column>): readonly ReadItem<ImportedCustomer>[] {
  const known = new Set<string>();
  return rows.map((row) => {
    const email = normaliseEmail(row.of('email'));
    const isTwice = known.has(email);
    known.add(email);
    const { firstname, lastname } = nameOf(row);
    const tooLong = (name: string, column: Column) =>
      name.length > lengths.name ? [row.fault(row.of(column) === '' ? 'name' : column, 'too_long')] : [];
    const strange = [firstname, lastname].some((name) => !isPrintable(name));
    const faults = [
      ...(strange ? [row.fault(row.of('firstname') === '' ? 'name' : 'firstname', 'unreadable')] : []),
      ...(email === '' ? [row.fault('email', 'missing')] : []),
      ...(email !== '' && !isEmailAddress(email) ? [row.fault('email', 'email')] : []),
      ...(email !== '' && isTwice ? [row.fault('email', 'twice')] : []),
      ...tooLong(firstname, 'firstname'),
      ...tooLong(lastname, 'lastname'),
    ];
    const address = addressOf(row, { firstname, lastname });
    const left_out: PlannedImport['left_out'] = [
      ...(row.of('street') !== '' && address === null ? (['address'] as const) : []),
      ...(['yes', 'true', '1'].includes(row.of('consent').toLowerCase()) ? (['consent'] as const) : []),
    ];
    const value = faults.length > 0 ? null : { email, firstname, lastname, address, left_out };
    return { lines: [row.line], name: email, value, faults };
  });
}

type CustomerRow = ReadCells<Column>;

/** Splits a name in a single cell: the last word is the last name. */
function nameOf(row: CustomerRow): Pick<ImportedCustomer, 'firstname' | 'lastname'> {
  const [first, last] = [normaliseLine(row.of('firstname')), normaliseLine(row.of('lastname'))];
  if (first !== '' || last !== '') return { firstname: first, lastname: last };
  const words = normaliseLine(row.of('name')).split(' ');
  const lastname = words.pop() ?? '';
  return { firstname: words.join(' '), lastname };
}

function addressOf(
  row: CustomerRow,
  name: Pick<ImportedCustomer, 'firstname' | 'lastname'>,
): PostalAddress | null {
  const place = splitStreet(row.of('street'), row.of('street_more'));
  if (place === null) return null;
  const read = postalAddress.safeParse({
    ...name,
    ...place,
    company: row.of('company') || null,
    postal_code: row.of('postal_code').replace(guardOfDigits, ''),
    city: row.of('city'),
    country: row.of('country'),
    phone: row.of('phone').replace(guardOfDigits, '') || null,
  });
  if (!read.success || !isPostalCode(read.data.postal_code, read.data.country)) return null;
  return Object.values(read.data).every((text) => text === null || isPrintable(text)) ? read.data : null;
}

/** Shopify puts an apostrophe before postal codes and phone numbers, so that spreadsheets keep leading zeros. */
const guardOfDigits = /^'/;

const houseNumber = String.raw`\d+\s?\p{L}?(?:\s?[-/–]\s?\d+\s?\p{L}?)?`;
const numberLast = new RegExp(`^(.*\\P{N})\\s(${houseNumber})$`, 'u');
const numberFirst = new RegExp(`^(${houseNumber}),?\\s(\\P{N}{2}.*)$`, 'u');
const onlyNumber = new RegExp(`^${houseNumber}$`, 'u');

/** Splits street and house number from one line, or takes the number from the second line. Null if not possible. */
function splitStreet(first: string, second: string): Pick<PostalAddress, 'street' | 'house_number'> | null {
  if (onlyNumber.test(second)) return first === '' ? null : { street: first, house_number: second };
  if (second !== '') return null;
  const [, street, last] = numberLast.exec(first) ?? [];
  if (street !== undefined && last !== undefined)
    return { street: street.replace(/,\s*$/, ''), house_number: last };
  const [, number, rest] = numberFirst.exec(first) ?? [];
  return number !== undefined && rest !== undefined ? { street: rest, house_number: number } : null;
}
