import * as z from 'zod/mini';
import { lengths } from '#core/model/text-lengths.ts';
import { emailField, optionalLine, requiredLine, requiredText } from '#ui/forms/field-schemas.ts';

export const contactTopics = ['order', 'course', 'gift', 'contract', 'other'] as const;

export const contactSchema = z.object({
  name: requiredLine('Bitte nennen Sie Ihren Namen.', lengths.contactName, 'Das ist zu lang.'),
  email: emailField,
  topic: z.enum(contactTopics),
  order_code: optionalLine(lengths.code, 'Das ist zu lang.'),
  message: requiredText(
    'Bitte schreiben Sie uns, worum es geht.',
    lengths.message,
    'Bitte kürzen Sie Ihre Nachricht auf 5000 Zeichen.',
  ),
});

export type ContactValues = z.output<typeof contactSchema>;

export const emptyContact: ContactValues = {
  name: '',
  email: '',
  topic: 'order',
  order_code: '',
  message: '',
};
