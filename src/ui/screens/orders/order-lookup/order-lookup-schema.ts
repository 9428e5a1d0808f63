import * as z from 'zod/mini';
import { lengths } from '#core/model/text-lengths.ts';
import { emailField, requiredLine } from '#ui/forms/field-schemas.ts';

/** Order number and e-mail of the buyer. */
export const orderLookupSchema = z.object({
  code: requiredLine('Bitte geben Sie die Bestellnummer ein.', lengths.code, 'Das ist zu lang.'),
  email: emailField,
});

export const emptyOrderLookup = { code: '', email: '' };
