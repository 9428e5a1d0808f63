import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ServerClock, ServerIds } from 'meisterhand/ports';
import type * as z from 'zod';
import { signNotice } from '../signed-notice.ts';
import { clientTokenLife, signClientToken } from './client-token.ts';
import type { ChargeResult, Ledger } from './ledger.ts';
import {
  chargeRequest,
  clientTokenRequest,
  noticeRequest,
  refundRequest,
  storedChargeRequest,
  vaultRequest,
} from './merchant-schemas.ts';

interface MerchantApiDeps {
  readonly ledger: Ledger;
  readonly clock: ServerClock;
  readonly ids: Pick<ServerIds, 'token'>;
  readonly secret: string;
  /** Returns the URL of the gateway for browsers; known once it listens. */
  readonly gatewayUrl: () => string;
}

/**
 * Creates the API for the shop's server (client tokens, charges, look-ups, refunds, ledger). Requests are
 * authorised by the shared secret.
 */
export function createMerchantApi({ ledger, clock, ids, secret, gatewayUrl }: MerchantApiDeps): Hono {
  const api = new Hono();

  api.use(async (context, next) => {
    if (isBearer(context.req.header('authorization'), secret)) return next();
    return context.json({ code: 'UNAUTHORIZED' }, 401);
  });

  api.post('/client_token', async (context) => {
    const request = await readBody(context, clientTokenRequest);
    if (request === null) return context.json({ code: 'INVALID_REQUEST' }, 400);
    const claims = {
      id: ids.token(12),
      customer_id: request.customer_id ?? null,
      expires_at: clock.now() + clientTokenLife,
    };
    return context.json({ client_token: signClientToken(claims, gatewayUrl(), secret) }, 201);
  });

  api.post('/transactions', async (context) => {
    const order = await readBody(context, chargeRequest);
    if (order === null) return context.json({ code: 'INVALID_REQUEST' }, 400);
    return showCharge(context, await ledger.charge(order));
  });

  api.post('/transactions/stored', async (context) => {
    const order = await readBody(context, storedChargeRequest);
    if (order === null) return context.json({ code: 'INVALID_REQUEST' }, 400);
    return showCharge(context, await ledger.chargeStored(order));
  });

  api.post('/payment_methods', async (context) => {
    const request = await readBody(context, vaultRequest);
    if (request === null) return context.json({ code: 'INVALID_REQUEST' }, 400);
    const response = await ledger.vault(request.payment_method_nonce, request.customer_id);
    if (response === null) return neverRespond(context);
    return context.json(response, response.outcome === 'vaulted' ? 201 : 422);
  });

  api.get('/transactions/by-attempt/:key', async (context) => {
    return context.json(await ledger.findAttempt(context.req.param('key')));
  });

  api.post('/transactions/by-attempt/:key/cancel', async (context) => {
    return context.json(await ledger.cancelAction(context.req.param('key')));
  });

  api.post('/transactions/:id/capture', async (context) =>
    context.json(await ledger.capture(context.req.param('id'))),
  );

  api.post('/transactions/:id/release', async (context) =>
    context.json(await ledger.release(context.req.param('id'))),
  );

  api.post('/transactions/:id/refund', async (context) => {
    const request = await readBody(context, refundRequest);
    if (request === null) return context.json({ code: 'INVALID_REQUEST' }, 400);
    const response = await ledger.refund(context.req.param('id'), request.amount, request.refund_key);
    return context.json(response, response.outcome === 'refunded' ? 201 : 422);
  });

  api.post('/notices', async (context) => {
    const request = await readBody(context, noticeRequest);
    if (request === null) return context.json({ code: 'INVALID_REQUEST' }, 400);
    const { kind, transaction_id } = request;
    const charge = ledger
      .entries()
      .find((entry) => entry.type === 'charge' && entry.transaction_id === transaction_id);
    if (charge?.type !== 'charge') return context.json({ code: 'NOT_FOUND' }, 404);
    const { attempt_key, amount, at: happened_at } = charge;
    const notice = { kind, transaction_id, attempt_key, amount, happened_at };
    const { headers, body } = signNotice(notice, secret, clock.now());
    return context.json({ headers, body: Buffer.from(body).toString('utf8') }, 201);
  });

  api.get('/ledger', (context) => {
    const entries = ledger.entries();
    return context.json({
      charges: entries.filter((entry) => entry.type === 'charge'),
      refunds: entries.filter((entry) => entry.type === 'refund' && entry.refund_id !== null),
      declines: entries.filter((entry) => entry.type === 'decline'),
    });
  });

  return api;
}

async function showCharge(context: Context, result: ChargeResult): Promise<Response> {
  if (result.result === 'key_reused') return context.json({ code: 'KEY_REUSED' }, 409);
  if (result.result === 'silence') return neverRespond(context);
  return context.json(result.response, result.response.outcome === 'declined' ? 422 : 201);
}

function isBearer(header: string | undefined, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${secret}`));
}

/** Sends no response; the request ends when the client disconnects. */
async function neverRespond(context: Context): Promise<Response> {
  const { signal } = context.req.raw;
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return context.body(null, 503);
}

/** Returns the parsed JSON body of a request; null when it does not match the schema. */
export async function readBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const body: unknown = await context.req.json().catch(() => null);
  const parsed = schema.safeParse(body);
  return parsed.success ? parsed.data : null;
}
