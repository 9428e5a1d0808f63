import * as z from 'zod/mini';
import { salutations } from '#core/rules/address.ts';
import { countryCode, text } from './primitives.ts';

/** The fields of a postal address (decisions §5). The postal code is checked per country by `core/rules/address.ts`. */
export const addressFields = {
  salutation: z._default(z.enum(salutations), 'none'),
  firstname: text(80, 1),
  lastname: text(80, 1),
  company: z._default(z.nullable(text(120)), null),
  street: text(120, 1),
  house_number: text(20, 1),
  postal_code: text(12, 1),
  city: text(80, 1),
  country: countryCode,
  phone: z._default(z.nullable(text(40)), null),
};

/** A whole address as it is answered. */
export const postalAddress = z.object(addressFields);
