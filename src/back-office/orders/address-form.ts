import * as z from 'zod/mini';
import { orderActionEndpoints } from '#api/operations/order-action-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import type { FormDescription } from '#back-office/kit/form-dialog.tsx';
import { type PostalAddress, postalAddress } from '#core/model/address.ts';
import { line } from '#core/model/primitives.ts';
import { lengths } from '#core/model/text-lengths.ts';

const { firstname, lastname, street, house_number, postal_code, city } = postalAddress.shape;

/** All of an address but its country, which stays; the server knows the postal codes of it. */
const typedAddress = z.object({
  ...{ firstname, lastname, company: line(lengths.company) },
  ...{ street, house_number, postal_code, city, phone: line(lengths.phone) },
});

const names = [
  'firstname',
  'lastname',
  'company',
  'street',
  'house_number',
  'postal_code',
  'city',
  'phone',
] as const;

/** Another delivery address in place of the one that is shown. */
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
      call(orderActionEndpoints.changeDeliveryAddress, {
        params: { id },
        body: { ...seen, ...typed, company: typed.company || null, phone: typed.phone || null, seen },
      }),
  };
}
