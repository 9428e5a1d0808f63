import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import type { PaymentNotices } from '#ports/payment-notices.ts';
import type { ServerEnvironment } from '#server/http/server-environment.ts';
import { receivePaymentNotice } from '#server/payments/payment-notices.ts';
import type { ServerContext } from '#server/server-context.ts';

/** The path at which Apple verifies the domain. */
const path = '/.well-known/apple-developer-merchantid-domain-association';

/** Serves Apple's domain verification file unchanged; 404 without one (null). */
export function applePayRoutes(association: Buffer<ArrayBuffer> | null): Hono<ServerEnvironment> {
  const app = new Hono<ServerEnvironment>();
  app.get(path, (request) =>
    association === null
      ? request.text('Not found', 404)
      : request.body(association, 200, { 'Content-Type': 'text/plain; charset=utf-8' }),
  );
  return app;
}

/** Bytes; real notices are much smaller. */
const largestNotice = 256 * 1024;

const form = z.object({ bt_signature: z.string(), bt_payload: z.string() });

/**
 * `POST /api/webhooks/braintree`: webhook notices of Braintree. Not an API endpoint: format and signature are defined
 * by Braintree. `accounts`: each reads the notices that its own account has signed. Notices without a valid signature are
 * refused; failed ones are repeated by Braintree for a day.
 */
export function braintreeWebhookRoutes(context: ServerContext, accounts: readonly PaymentNotices[]): Hono {
  const app = new Hono();
  app.post('/', bodyLimit({ maxSize: largestNotice }), async (c) => {
    const sent = form.safeParse(await c.req.parseBody().catch(() => null));
    if (!sent.success) return c.body(null, 400);
    const read = await Promise.all(
      accounts.map((account) => account.read(sent.data.bt_signature, sent.data.bt_payload)),
    );
    const notice = read.find(({ ok }) => ok);
    if (notice?.ok !== true) {
      context.log.warn('webhook_refused', { code: 'FORGED' });
      return c.body(null, 403);
    }
    if (notice.value !== null) await receivePaymentNotice(context, notice.value);
    return c.body(null, 204);
  });
  return app;
}
