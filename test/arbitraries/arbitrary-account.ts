import fc from 'fast-check';
import { cancellationKinds } from '#core/model/cancellation-kind.ts';
import type { Cancellation, Withdrawal } from '#core/model/declaration.ts';
import { line } from '#core/model/primitives.ts';
import type { Review, ReviewDraft } from '#core/model/review.ts';
import { salutations } from '#core/model/salutation.ts';
import { subscriptionStatuses } from '#core/model/subscription.ts';
import type { Learner } from '#core/model/user.ts';
import { locales, maxStars } from '#core/model/values.ts';
import type { ConsentChoice } from '#core/rules/tracking/consent.ts';
import { calendarDay, instant } from './arbitrary-calendar.ts';
import { productId } from './arbitrary-product.ts';

const email = fc.constantFrom('johanna.brandt@example.org', 'bert+shop@example.org');

/** Generates a text of one line as the API keeps it. */
const trimmed = (lengths: { readonly minLength?: number; readonly maxLength: number }) =>
  fc
    .string({ ...lengths, unit: 'grapheme' })
    .map((typed) => line(10 * lengths.maxLength).safeParse(typed).data ?? '')
    .filter((text) => {
      // Schemas count characters, of which some are two code units.
      const { length } = [...text];
      return length >= (lengths.minLength ?? 0) && length <= lengths.maxLength;
    });

export const learner: fc.Arbitrary<Learner> = fc.record({
  sub: fc.uuid(),
  email,
  is_email_confirmed: fc.boolean(),
  firstname: trimmed({ maxLength: 20 }),
  lastname: trimmed({ maxLength: 20 }),
  salutation: fc.constantFrom(...salutations),
  courses: fc.uniqueArray(productId),
  is_active: fc.boolean(),
  is_subscribed: fc.boolean(),
  newsletter: fc.boolean(),
  declined_newsletter: fc.boolean(),
  preferred_language: fc.constantFrom(...locales),
  subscription_status: fc.constantFrom(...subscriptionStatuses),
  is_registered_with_funnel: fc.boolean(),
});

/** Generates a visitor's choice in the consent banner. */
export const consentChoice: fc.Arbitrary<ConsentChoice> = fc.record({
  preferences: fc.boolean(),
  statistics: fc.boolean(),
  marketing: fc.boolean(),
});

const stars = fc.integer({ min: 1, max: maxStars });

export const review: fc.Arbitrary<Review> = fc.record({
  id: fc.uuid(),
  stars,
  text: fc.string({ maxLength: 60 }),
  author: fc.string({ maxLength: 20 }),
  language: fc.constantFrom(...locales),
  created_at: instant,
  answer: fc.option(fc.record({ text: fc.string(), answered_at: instant })),
  watched_percent: fc.option(fc.nat({ max: 100 })),
  is_own: fc.boolean(),
});

export const reviewDraft: fc.Arbitrary<ReviewDraft> = fc.record({
  stars,
  text: trimmed({ minLength: 10, maxLength: 60 }),
  author: trimmed({ maxLength: 20 }),
});

const declarant = {
  code: fc.stringMatching(/^MH-2026-[0-9]{6}$/),
  email,
  name: trimmed({ minLength: 1, maxLength: 20 }),
  reason: fc.option(trimmed({ maxLength: 60 })),
};

/** Generates a withdrawal. Half of them are from a whole order, the others from some of its lines. */
export const withdrawal: fc.Arbitrary<Withdrawal> = fc.record({
  ...declarant,
  lines: fc.option(
    fc.array(fc.record({ id: productId, quantity: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 2 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    { freq: 2 },
  ),
});

export const cancellation: fc.Arbitrary<Cancellation> = fc.record({
  ...declarant,
  kind: fc.constantFrom(...cancellationKinds),
  ends_on: fc.option(calendarDay, { freq: 2 }),
});
