import * as z from 'zod/mini';
import { giftDeliveries, isCalendarDay, lengths } from '#core/model/values.ts';
import { addDays } from '#core/rules/calendar.ts';
import { formMessage, optionalText } from './field-schemas.ts';

/** How many days ahead a gift may be ordered (docs/behaviour/gifts-and-vouchers.md#gift-delivery-day). */
const daysAhead = 365;

/** The gift form on the calendar day `today`. An e-mail address is required for delivery by e-mail. */
export function giftSchema(today: string) {
  const last = addDays(today, daysAhead);
  return z
    .object({
      delivery: z.enum(giftDeliveries),
      recipient_name: optionalText(lengths.recipientName, 'Bitte kürzen Sie diese Angabe auf 100 Zeichen.'),
      recipient_email: optionalText(lengths.email, 'Bitte prüfen Sie die Schreibweise der E-Mail-Adresse.'),
      greeting: optionalText(lengths.greeting, 'Bitte kürzen Sie den Gruß auf 600 Zeichen.'),
      deliver_on: z.string(),
    })
    .check(
      z.refine((gift) => gift.delivery !== 'email' || z.email().safeParse(gift.recipient_email).success, {
        path: ['recipient_email'],
        error: formMessage('Bitte prüfen Sie die Schreibweise der E-Mail-Adresse.'),
        when: () => true,
      }),
      z.refine((gift) => gift.delivery !== 'email' || isWithin(gift.deliver_on, today, last), {
        path: ['deliver_on'],
        error: formMessage('Bitte wählen Sie einen Tag zwischen heute und heute in einem Jahr.'),
        when: () => true,
      }),
    );
}

function isWithin(day: string, first: string, last: string): boolean {
  return day === '' || (isCalendarDay(day) && day >= first && day <= last);
}

export type GiftFormValues = z.output<ReturnType<typeof giftSchema>>;
