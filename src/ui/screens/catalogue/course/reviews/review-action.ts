import { type ActionFunctionArgs, redirect } from 'react-router';
import * as z from 'zod/mini';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { resendConfirmation } from '#ui/components/accounts/confirmation-action.ts';
import {
  createFormHandler,
  type FormResponse,
  handlePostedForm,
  type SentForm,
} from '#ui/forms/form-action.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { reviewSchema } from './own-review.tsx';

/** Saves or deletes a learner's review without JavaScript. Redirects guests to the login. */
export function sendReview(args: ActionFunctionArgs): Promise<FormResponse> {
  const { actions, stores } = args.context.get(shopContext);
  const { locale } = stores.locale.snapshot;
  const slug = args.params.slug ?? '';
  const course = localePath(locale, `/kurse/${encodeURIComponent(slug)}`);
  const showReviews = () => redirect(`${course}#bewertungen`, 303);
  const logIn = async () =>
    redirect(`${localePath(locale, '/auth/login')}?returnTo=${encodeURIComponent(course)}`, 303);
  const forLearners = (answer: (form: SentForm) => Promise<FormResponse>) =>
    stores.session.snapshot.status === 'guest' ? logIn : answer;

  return handlePostedForm(args, {
    review: forLearners(
      createFormHandler({
        schema: reviewSchema,
        empty: { stars: '', text: '', author: '' },
        send: ({ stars, ...words }) => actions.writeReview(slug, { ...words, stars: Number(stars) }),
        onSent: showReviews,
      }),
    ),
    remove_review: forLearners(
      createFormHandler({
        schema: z.object({}),
        empty: {},
        send: () => actions.removeReview(slug),
        onSent: showReviews,
      }),
    ),
    email_confirmation: forLearners(resendConfirmation(args, { anchor: '#bewertungen' })),
  });
}
