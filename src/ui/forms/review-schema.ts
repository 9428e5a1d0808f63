import * as z from 'zod/mini';
import { lengths, mostStars } from '#core/model/values.ts';
import { formMessage, optionalText } from './field-schemas.ts';

/** A review of a course; radio buttons give strings. */
export const reviewSchema = z.object({
  stars: z.string(formMessage('Bitte wählen Sie, wie viele Sterne Sie geben.')).check(
    z.refine((value) => Number(value) >= 1 && Number(value) <= mostStars, {
      error: formMessage('Bitte wählen Sie, wie viele Sterne Sie geben.'),
    }),
  ),
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(lengths.reviewText.minimum, formMessage('Bitte schreiben Sie mindestens einen Satz.')),
      z.maxLength(
        lengths.reviewText.maximum,
        formMessage('Bitte kürzen Sie Ihre Bewertung auf 2000 Zeichen.'),
      ),
    ),
  author: optionalText(lengths.reviewAuthor, 'Bitte kürzen Sie den Namen auf 60 Zeichen.'),
});
