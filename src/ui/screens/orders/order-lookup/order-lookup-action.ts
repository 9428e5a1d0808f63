import { type LoaderFunctionArgs, redirect } from 'react-router';
import * as z from 'zod/mini';
import { localePath, tokenOfPastedLink } from '#core/rules/basics/site-paths.ts';
import { mailTokenField } from '#ui/forms/field-schemas.ts';
import { createFormHandler, type FormResponse, handlePostedForm } from '#ui/forms/form-action.ts';
import { readResult, showResult } from '#ui/forms/form-result.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { emptyOrderLookup, orderLookupSchema } from './order-lookup-schema.ts';

/** Mails the link to an order, or opens the order of a pasted link, without JavaScript. */
export function sendOrderLookup(args: LoaderFunctionArgs): Promise<FormResponse> {
  const { actions, stores } = args.context.get(shopContext);
  const id = new URL(args.request.url).searchParams.get('id') ?? '';
  return handlePostedForm(args, {
    order_link: createFormHandler({
      schema: orderLookupSchema,
      empty: emptyOrderLookup,
      send: (query) => actions.requestOrderLink(query),
      onSent: (_, { email }) =>
        showResult(args, { form: 'order_link', search: '?gesendet=1', results: [email] }),
    }),
    open_order: createFormHandler({
      schema: z.object({ token: mailTokenField }),
      empty: { token: '' },
      send: ({ token }) => actions.openOrder(id, tokenOfPastedLink(token)),
      onSent: () =>
        redirect(
          localePath(stores.locale.snapshot.locale, `/checkout/complete/${encodeURIComponent(id)}`),
          303,
        ),
    }),
  });
}

/** Returns the e-mail address that the link was sent to without JavaScript; null if none was requested. */
export async function readOrderRequest({ request }: LoaderFunctionArgs): Promise<string | null> {
  const isAsked = new URL(request.url).searchParams.has('gesendet');
  return isAsked ? readResult(request, 'order_link', z.string()) : null;
}
