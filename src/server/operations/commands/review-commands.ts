import { z } from 'zod';
import { deletedText } from '#core/model/review.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { answerReview } from '#server/learning/reviews.ts';
import { count, defineCommand, done, failed } from './command.ts';

/** `reviews`: the newest reviews with their ids, for answers. */
export const listReviewsCommand = defineCommand({
  name: 'reviews',
  usage: '[--unanswered] [--count N]',
  summary: 'shows the newest reviews with their ids',
  options: { unanswered: { type: 'boolean' }, count: { type: 'string' } },
  input: z.object({ unanswered: z.boolean().default(false), count: count(1, 500).default(20) }),
  async run({ db }, { unanswered, count: limit }) {
    const rows = await db
      .selectFrom('reviews')
      .innerJoin('products', 'products.id', 'reviews.product_id')
      .select([
        'reviews.id',
        'reviews.stars',
        'reviews.author',
        'reviews.text',
        'reviews.answer',
        'reviews.changed_at',
        'products.slug',
      ])
      .where('reviews.text', '!=', deletedText)
      .$if(unanswered, (query) => query.where('reviews.answer', 'is', null))
      .orderBy('reviews.changed_at', 'desc')
      .limit(limit)
      .execute();
    if (rows.length === 0) return done('There are no such reviews.');
    return done(
      ...rows.flatMap(({ id, stars, author, text, answer, changed_at, slug }) => [
        `${id}  ${stars} of 5  ${slug}  ${changed_at.toISOString()}  ${author}`,
        `  ${text.replaceAll(/\s+/g, ' ')}`,
        ...(answer === null ? [] : [`  answered: ${answer.replaceAll(/\s+/g, ' ')}`]),
      ]),
    );
  },
});

const { minimum, maximum } = lengths.reviewText;

/** `review answer`: publishes the shop's answer below a review. */
export const answerReviewCommand = defineCommand({
  name: 'review answer',
  usage: 'ID (--text TEXT | --remove)',
  summary: 'publishes an answer below a review, or takes it away',
  notes: ['A later answer replaces an earlier one. A review that its author changes loses its answer.'],
  operands: ['id'],
  options: { text: { type: 'string' }, remove: { type: 'boolean' } },
  input: z
    .object({
      id: z.uuid('write the id that "reviews" shows'),
      text: z
        .string()
        .trim()
        .min(minimum, `write at least ${minimum} characters`)
        .max(maximum, `write ${maximum} characters at most`)
        .optional(),
      remove: z.boolean().default(false),
    })
    .refine(({ text, remove }) => (text === undefined) === remove, 'Choose one: --text TEXT or --remove'),
  async run(context, { id, text = null }) {
    if (!(await answerReview(context, id, text)).ok) return failed(`There is no review ${id}.`);
    return done(text === null ? `The answer to ${id} is gone.` : `The answer stands below review ${id}.`);
  },
});
