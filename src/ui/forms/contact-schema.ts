import * as z from 'zod/mini';
import { lengths } from '#core/model/values.ts';
import { formMessage } from './form-message.ts';

/** Topics of a message. */
export const contactTopics = ['order', 'course', 'gift', 'contract', 'other'] as const;

/** A message to the shop. */
export const contactSchema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, formMessage('Bitte nennen Sie Ihren Namen.')),
      z.maxLength(lengths.contactName),
    ),
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: formMessage('Bitte geben Sie Ihre E-Mail-Adresse ein.'), abort: true }),
      z.email(formMessage('Bitte prüfen Sie die Schreibweise der E-Mail-Adresse.')),
    ),
  topic: z.enum(contactTopics),
  order_code: z.string().check(z.trim(), z.maxLength(lengths.code)),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, formMessage('Bitte schreiben Sie uns, worum es geht.')),
      z.maxLength(lengths.message, formMessage('Bitte kürzen Sie Ihre Nachricht auf 5000 Zeichen.')),
    ),
});
