import * as z from 'zod/mini';
import { orderActionEndpoints } from '#api/operations/order-action-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import type { FormDescription } from '#back-office/kit/form-dialog.tsx';
import { type PostalAddress, postalAddress } from '#core/model/address.ts';
import { line } from '#core/model/primitives.ts';
import { lengths } from '#core/model/text-lengths.ts';

const { salutation: _salutation, country: _country, ...fields } = postalAddress.shape;

/** All fields of an address except the country, which cannot be changed. The server validates the postal code. */
const typedAddress = z.object({ ...fields, company: line(lengths.company), phone: line(lengths.phone) });

const names = Object.keys(typedAddress.shape) as (keyof z.output<typeof typedAddress>)[];

/** Returns the form for a corrected delivery address. */
export function addressForm(
  id: string,
  seen: PostalAddress,
): FormDescription<z.output<typeof typedAddress>, unknown> {
  const { salutation: _, country: __, ...shown } = seen;
  return {
    schema: typedAddress,
    fields: names.map((name) => ({ name, label: `names.field.${name}` as const, kind: 'text' as const })),
    submitLabel: 'orderAction.address.submit',
    defaultValues: { ...shown, company: shown.company ?? '', phone: shown.phone ?? '' },
    send: (typed) =>
      call(orderActionEndpoints.changeShippingAddress, {
        params: { id },
        body: { ...seen, ...typed, company: typed.company || null, phone: typed.phone || null, seen },
      }),
  };
}
