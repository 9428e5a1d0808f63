import type { LoaderFunctionArgs } from 'react-router';
import { cancellation } from '#core/model/declaration.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { readReceipt, showReceipt } from '#ui/forms/declaration-result.ts';
import { cancellationSchema } from '#ui/forms/declaration-schemas.ts';
import { createFormHandler, type FormResponse, handlePostedForm } from '#ui/forms/form-action.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { emptyCancellation, toCancellation } from './to-cancellation.ts';

/** Handles the cancellation form without JavaScript. */
export function sendCancellation(args: LoaderFunctionArgs): Promise<FormResponse> {
  const { actions } = args.context.get(shopContext);
  return handlePostedForm(args, {
    cancellation: createFormHandler({
      schema: cancellationSchema(calendarDay(Date.now())),
      empty: emptyCancellation,
      send: (form) => actions.declareCancellation(toCancellation(form)),
      onSent: (receipt, form) =>
        showReceipt(args, 'cancellation', { declared: toCancellation(form), receipt }),
    }),
  });
}

export const readCancellation = ({ request }: LoaderFunctionArgs) =>
  readReceipt(request, 'cancellation', cancellation);
