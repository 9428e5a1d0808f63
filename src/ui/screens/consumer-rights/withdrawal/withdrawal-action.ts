import type { LoaderFunctionArgs } from 'react-router';
import { withdrawal } from '#core/model/declaration.ts';
import { readReceipt, showReceipt } from '#ui/forms/declaration-result.ts';
import { withdrawalSchema } from '#ui/forms/declaration-schemas.ts';
import { createFormHandler, type FormResponse, handlePostedForm } from '#ui/forms/form-action.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { emptyWithdrawal, toWithdrawal } from './to-withdrawal.ts';

/** Handles the withdrawal form without JavaScript; for a partial withdrawal the lines are entered as text. */
export function sendWithdrawal(args: LoaderFunctionArgs): Promise<FormResponse> {
  const { actions } = args.context.get(shopContext);
  return handlePostedForm(args, {
    withdrawal: createFormHandler({
      schema: withdrawalSchema,
      empty: emptyWithdrawal,
      send: (form) => actions.declareWithdrawal(toWithdrawal(form, null)),
      onSent: (receipt, form) =>
        showReceipt(args, 'withdrawal', { declared: toWithdrawal(form, null), receipt }),
    }),
  });
}

export const readWithdrawal = ({ request }: LoaderFunctionArgs) =>
  readReceipt(request, 'withdrawal', withdrawal);
