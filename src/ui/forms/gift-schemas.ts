import * as z from 'zod/mini';
import { isCalendarDay } from '#core/model/calendar-day.ts';
import { isEmailAddress, normaliseEmail } from '#core/model/email-address.ts';
import { giftDeliveries, giftThemes } from '#core/model/gift-choice.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { addDays } from '#core/rules/basics/calendar.ts';
import { formMessage, optionalLine, optionalText } from './field-schemas.ts';
import { printable } from './printable-field.ts';

/** Maximum number of days until the delivery of a gift (docs/behaviour/gifts.md#gift-delivery-day). */
const daysAhead = 365;

const missingEmail = formMessage('Bitte geben Sie ein, an wen wir die E-Mail schicken.');
const wrongEmail = formMessage('Bitte prüfen Sie die Schreibweise der E-Mail-Adresse.');
const wrongDay = formMessage('Bitte wählen Sie einen Tag zwischen heute und heute in einem Jahr.');

/** Normalised like on the server, so that both derive the same line id. */
const recipientEmail = z.string().check(z.overwrite(normaliseEmail), z.maxLength(lengths.email, wrongEmail));

/** The gift form on the calendar day `today`. Delivery by e-mail requires an e-mail address. */
export function giftSchema(today: string) {
  return z
    .object({
      delivery: z.enum(giftDeliveries),
      theme: z.enum(giftThemes),
      recipient_name: optionalLine(
        lengths.recipientName,
        'Bitte kürzen Sie diese Angabe auf 100 Zeichen.',
      ).check(printable),
      recipient_email: recipientEmail,
      sender_name: optionalLine(
        lengths.recipientName,
        'Bitte kürzen Sie diese Angabe auf 100 Zeichen.',
      ).check(printable),
      greeting: optionalText(lengths.greeting, 'Bitte kürzen Sie den Gruß auf 600 Zeichen.').check(printable),
      deliver_on: z.string(),
    })
    .check(
      z.refine((gift) => gift.delivery !== 'email' || gift.recipient_email !== '', {
        path: ['recipient_email'],
        error: missingEmail,
        when: () => true,
      }),
      z.refine(
        ({ delivery, recipient_email }) =>
          delivery !== 'email' || recipient_email === '' || isEmailAddress(recipient_email),
        {
          path: ['recipient_email'],
          error: wrongEmail,
          when: () => true,
        },
      ),
      z.refine((gift) => gift.delivery !== 'email' || isPossible(gift.deliver_on, today), {
        path: ['deliver_on'],
        error: wrongDay,
        when: () => true,
      }),
    );
}

/** Changed address and day of a gift that is mailed; an empty day means at once. */
export function giftPlanSchema(today: string) {
  return z.object({
    recipient_email: recipientEmail.check(
      z.refine(isEmailAddress, { error: ({ input }) => (input === '' ? missingEmail : wrongEmail) }),
    ),
    deliver_on: z.string().check(z.refine((day) => isPossible(day, today), { error: wrongDay })),
  });
}

/** Returns whether a gift can be mailed on this day; '' means at once. */
function isPossible(day: string, today: string): boolean {
  return day === '' || (isCalendarDay(day) && day >= today && day <= addDays(today, daysAhead));
}
