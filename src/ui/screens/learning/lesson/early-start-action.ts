import { type ActionFunctionArgs, redirect } from 'react-router';
import * as z from 'zod/mini';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { lessonPath } from '#core/rules/learning/lesson-progress.ts';
import { createFormHandler, type FormResponse, handlePostedForm } from '#ui/forms/form-action.ts';
import { shopContext } from '#ui/routes/contexts.ts';

/** Sends the request for an early start without JavaScript. */
export function sendEarlyStart(args: ActionFunctionArgs): Promise<FormResponse> {
  const { api, stores } = args.context.get(shopContext);
  const { slug = '', lesson = '' } = args.params;
  return handlePostedForm(args, {
    early_start: createFormHandler({
      schema: z.object({ order_id: z.string() }),
      empty: { order_id: '' },
      send: ({ order_id }) => api.requestEarlyStart({ params: { id: order_id } }),
      onSent: () => redirect(localePath(stores.locale.snapshot.locale, lessonPath(slug, lesson)), 303),
    }),
  });
}
