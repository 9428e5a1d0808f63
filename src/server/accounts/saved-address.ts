import type { Selectable } from 'kysely';
import type { AddressResource } from '#api/addresses.ts';
import type { PostalAddress } from '#core/rules/address.ts';
import { isPostalCode } from '#core/rules/postal-code.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { Database } from '#server/database/schema.ts';

/** A postal address with its place in the address book, as the API takes it. */
export type AddressAttributes = AddressResource['attributes'];

/** A stored row as the API answers it. */
export function toAddressResource(row: Selectable<Database['addresses']>): AddressResource {
  const { is_default_shipping, is_default_billing } = row;
  return {
    type: 'addresses',
    id: row.id,
    attributes: { ...(row.fields as PostalAddress), is_default_shipping, is_default_billing },
  };
}

/** The columns of an address to be stored. */
export function toAddressColumns({ is_default_shipping, is_default_billing, ...fields }: AddressAttributes) {
  return { fields: JSON.stringify(fields), is_default_shipping, is_default_billing };
}

/** Whether the postal code fits its country (decisions §5); `pointer` is where the fields stand in the body. */
export function judgePostalCode(
  { postal_code, country }: Pick<PostalAddress, 'postal_code' | 'country'>,
  pointer = '',
): Result<null, ApiFailure> {
  if (isPostalCode(postal_code, country)) return ok(null);
  return err(apiFailure('INVALID_INPUT', { pointer: `${pointer}/postal_code`, reason: 'postal_code' }));
}
