import * as z from 'zod/mini';
import { isCalendarDay } from '#core/model/calendar-day.ts';
import { cancellationKinds } from '#core/model/cancellation-kind.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { emailField, formMessage, optionalLine, optionalText, requiredLine } from './field-schemas.ts';

/** Query parameter of a declaration's step, and its values. */
export const declarationStep = { name: 'schritt', form: 'formular', receipt: 'beleg' } as const;

/**
 * The declarant and the contract. `chosen` is the code of a listed order or subscription, empty if the code was typed.
 */
const declarant = {
  chosen: z.string(),
  code: optionalLine(lengths.code, 'Das ist zu lang.'),
  name: requiredLine('Bitte nennen Sie Ihren Namen.', lengths.fullName, 'Das ist zu lang.'),
  email: emailField,
  reason: optionalText(lengths.reason, 'Bitte kürzen Sie diese Angabe auf 2000 Zeichen.'),
};

const always = () => true;

function namesContract<Form extends { readonly chosen: string; readonly code: string }>() {
  return z.refine<Form>(({ chosen, code }) => chosen !== '' || code !== '', {
    path: ['code'],
    error: formMessage('Bitte geben Sie die Nummer der Bestellung oder des Vertrags ein.'),
    when: always,
  });
}

/**
 * A cancellation on the calendar day `today`. An extraordinary one needs a reason; a chosen end is `today` or later.
 */
export function cancellationSchema(today: string) {
  return z
    .object({
      ...declarant,
      kind: z.enum(cancellationKinds),
      end: z.enum(['soonest', 'day']),
      ends_on: z.string(),
    })
    .check(
      namesContract(),
      z.refine(({ kind, reason }) => kind === 'ordinary' || reason !== '', {
        path: ['reason'],
        error: formMessage('Bitte nennen Sie den wichtigen Grund.'),
        when: always,
      }),
      z.refine(({ end, ends_on }) => end === 'soonest' || (isCalendarDay(ends_on) && ends_on >= today), {
        path: ['ends_on'],
        error: formMessage('Bitte wählen Sie einen Tag ab heute.'),
        when: always,
      }),
    );
}

export type CancellationForm = z.output<ReturnType<typeof cancellationSchema>>;

/** A withdrawal from everything, from selected lines of a known order, or from lines entered as text. */
export const withdrawalSchema = z
  .object({
    ...declarant,
    scope: z.enum(['everything', 'parts']),
    /** Ids of the selected lines; null if the order is unknown and the lines are entered as text. */
    ticked: z.nullable(z.array(z.string())),
    /** Quantities by line id. */
    pieces: z.record(z.string(), z.string()),
    parts: z
      .string()
      .check(z.maxLength(lengths.reason, formMessage('Bitte kürzen Sie diese Angabe auf 2000 Zeichen.'))),
  })
  .check(
    namesContract(),
    z.refine(({ scope, ticked }) => scope === 'everything' || ticked === null || ticked.length > 0, {
      path: ['ticked'],
      error: formMessage('Bitte wählen Sie mindestens einen Artikel.'),
      when: always,
    }),
    z.refine(({ scope, ticked, parts }) => scope === 'everything' || ticked !== null || parts.trim() !== '', {
      path: ['parts'],
      error: formMessage('Bitte nennen Sie die Artikel, die Sie widerrufen möchten.'),
      when: always,
    }),
  );

export type WithdrawalForm = z.output<typeof withdrawalSchema>;
