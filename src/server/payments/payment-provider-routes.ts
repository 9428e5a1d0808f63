import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { PaymentNotices } from '#ports/payment-notices.ts';
import type { ServerEnvironment } from '#server/platform/http/server-environment.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { receivePaymentNotice } from './receive-payment-notice.ts';

/**
 * Serves the files that providers require below `/.well-known/`, unchanged. `files`: one record per module, content by
 * path.
 */
export function wellKnownRoutes(
  files: readonly Readonly<Record<string, Uint8Array<ArrayBuffer>>>[],
): Hono<ServerEnvironment> {
  const app = new Hono<ServerEnvironment>();
  for (const [path, content] of files.flatMap(Object.entries<Uint8Array<ArrayBuffer>>)) {
    app.get(path, (c) => c.body(content, 200, { 'Content-Type': 'text/plain; charset=utf-8' }));
  }
  app.get('/.well-known/*', (c) => c.text('Not found', 404));
  return app;
}

/** Bytes; real notices are much smaller. */
const largestNotice = 256 * 1024;

/** The statuses of refused webhooks. */
const refusals = { FORGED: 403, UNREADABLE: 400 } as const;

/**
 * `POST /api/webhooks/<provider>`: webhooks of the payment providers. Not API endpoints: format and signature are
 * defined by the provider. `readers`: one for each account whose notices are read. Webhooks without a valid signature
 * are refused; providers repeat them.
 */
export function webhookRoutes(context: ServerContext, readers: readonly PaymentNotices[]): Hono {
  const app = new Hono();
  app.post('/:provider', bodyLimit({ maxSize: largestNotice }), async (c) => {
    const provider = c.req.param('provider');
    const accounts = readers.filter((reader) => reader.provider === provider);
    if (accounts.length === 0) return c.body(null, 404);
    const webhook = { headers: c.req.header(), body: new Uint8Array(await c.req.arrayBuffer()) };
    const results = await Promise.all(accounts.map((account) => account.read(webhook)));
    const read = results.find((result) => result.ok);
    if (read === undefined) {
      const codes = results.flatMap((result) => (result.ok ? [] : [result.error.code]));
      const code = codes.includes('UNREADABLE') ? 'UNREADABLE' : 'FORGED';
      context.log.warn('webhook_refused', { code });
      return c.body(null, refusals[code]);
    }
    if (read.value !== null) await receivePaymentNotice(context, provider, read.value);
    return c.body(null, 204);
  });
  return app;
}
