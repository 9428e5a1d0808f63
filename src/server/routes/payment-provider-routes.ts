import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import type { PaymentNotices } from '#ports/payment-notices.ts';
import type { ServerEnvironment } from '#server/http/server-environment.ts';
import { receivePaymentNotice } from '#server/payments/payment-notices.ts';
import type { ServerContext } from '#server/server-context.ts';

/** Where Apple looks whether who asks for its payments owns the address. */
const path = '/.well-known/apple-developer-merchantid-domain-association';

/** Apple's proof of the shop's address, word for word; 404 where there is none (null). */
export function applePayRoutes(association: Buffer<ArrayBuffer> | null): Hono<ServerEnvironment> {
  const app = new Hono<ServerEnvironment>();
  app.get(path, (request) =>
    association === null
      ? request.text('Not found', 404)
      : request.body(association, 200, { 'Content-Type': 'text/plain; charset=utf-8' }),
  );
  return app;
}

/** Far more than a notice has. */
const largestNotice = 256 * 1024;

const form = z.object({ bt_signature: z.string(), bt_payload: z.string() });

/**
 * `POST /api/webhooks/braintree`: what Braintree tells the shop by itself. Not a call of the contract: the form and its
 * signature are Braintree's. Anything that it has not signed is refused; anything that fails here is sent again by
 * Braintree for a day.
 */
export function braintreeWebhookRoutes(context: ServerContext, notices: PaymentNotices): Hono {
  const app = new Hono();
  app.post('/', bodyLimit({ maxSize: largestNotice }), async (c) => {
    const sent = form.safeParse(await c.req.parseBody().catch(() => null));
    if (!sent.success) return c.body(null, 400);
    const notice = await notices.read(sent.data.bt_signature, sent.data.bt_payload);
    if (!notice.ok) {
      context.log.warn('webhook_refused', { code: notice.error.code });
      return c.body(null, 403);
    }
    if (notice.value !== null) await receivePaymentNotice(context, notice.value);
    return c.body(null, 204);
  });
  return app;
}
