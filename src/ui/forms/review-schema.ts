import * as z from 'zod/mini';
import { mostStars } from '#core/rules/review.ts';
import type { FormText } from '#ui/i18n/use-form-text.ts';

/** A message of a form; the German text is the key of the other languages. */
function say(text: FormText): string {
  return text;
}

/** What an owner thinks of a course; radio buttons answer texts. */
export const reviewSchema = z.object({
  stars: z.string(say('Bitte wählen Sie, wie viele Sterne Sie geben.')).check(
    z.refine((value) => Number(value) >= 1 && Number(value) <= mostStars, {
      error: say('Bitte wählen Sie, wie viele Sterne Sie geben.'),
    }),
  ),
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(10, say('Bitte schreiben Sie mindestens einen Satz.')),
      z.maxLength(2000, say('Bitte kürzen Sie Ihre Bewertung auf 2000 Zeichen.')),
    ),
  author: z.string().check(z.trim(), z.maxLength(60, say('Bitte kürzen Sie den Namen auf 60 Zeichen.'))),
});
