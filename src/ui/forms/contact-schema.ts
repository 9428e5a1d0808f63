import * as z from 'zod/mini';
import { formMessage } from './form-message.ts';

/** What people write about. */
export const contactTopics = ['order', 'course', 'gift', 'contract', 'other'] as const;

/** A message to the people behind the shop. */
export const contactSchema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, formMessage('Bitte nennen Sie Ihren Namen.')), z.maxLength(120)),
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: formMessage('Bitte geben Sie Ihre E-Mail-Adresse ein.'), abort: true }),
      z.email(formMessage('Bitte prüfen Sie die Schreibweise der E-Mail-Adresse.')),
    ),
  topic: z.enum(contactTopics),
  order_code: z.string().check(z.trim(), z.maxLength(64)),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, formMessage('Bitte schreiben Sie uns, worum es geht.')),
      z.maxLength(5000, formMessage('Bitte kürzen Sie Ihre Nachricht auf 5000 Zeichen.')),
    ),
});
