import { type Context, Hono } from 'hono';
import type { ServerClock } from 'meisterhand/ports';
import type { CardFieldName } from 'meisterhand/rules';
import * as z from 'zod';
import { amount } from '../amount.ts';
import type { SandboxFailure, SandboxTokenization } from '../frame-messages.ts';
import { cardTypeOf, validateCardholderName, validateCvv, validateNumber } from './card-input-rules.ts';
import { type Challenges, challengeTexts, verifiedNonce } from './challenges.ts';
import { readClientToken } from './client-token.ts';
import { type Ledger, summaryOf } from './ledger.ts';
import type { StoredCard } from './ledger-file.ts';
import { readBody } from './merchant-api.ts';
import { behaviourOf } from './test-cards.ts';
import { methodOfWallet, walletKinds } from './wallets.ts';

interface ClientApiDeps {
  readonly ledger: Ledger;
  readonly challenges: Challenges;
  readonly clock: ServerClock;
  readonly secret: string;
}

const client_token = z.string().max(4_000);
const tokenRequest = z.object({ client_token });

const cardRequest = z.object({
  client_token,
  cardholder_name: z.string().max(1_000),
  number: z.string().max(30),
  expiration_month: z.int(),
  expiration_year: z.int(),
  cvv: z.string().max(10),
});

const lookupRequest = z.object({
  client_token,
  nonce: z.string().max(200),
  lang: z.enum(['de', 'en']),
  amount,
  email: z.string().max(320),
  billing_name: z.string().max(500),
  billing_country: z.string().max(2),
});

const walletRequest = z.object({
  client_token,
  wallet: z.enum(walletKinds),
  choice: z.enum(['accept', 'decline']),
});

const actionRequest = z.object({ choice: z.enum(['approve', 'decline', 'cancel']) });

const codeRequest = z.object({ code: z.string().max(20) });

type FailureCode = Exclude<SandboxFailure['code'], 'FIELDS_INVALID'>;

/** Creates the API for the frames of the card fields. Requests are authorised by the client token. */
export function createClientApi({ ledger, challenges, clock, secret }: ClientApiDeps): Hono {
  const api = new Hono();
  const limit = createTokenizationLimit(clock);
  const check = (token: string) => readClientToken(token, secret, clock.now());

  api.post('/configuration', async (context) => {
    const request = await readBody(context, tokenRequest);
    if (request === null) return refuse(context, 400, 'PROVIDER_ERROR');
    const token = check(request.client_token);
    return token.ok ? context.json({}) : context.json(token.error, 401);
  });

  api.post('/tokenize', async (context) => {
    const request = await readBody(context, cardRequest);
    if (request === null) return refuse(context, 400, 'PROVIDER_ERROR');
    const token = check(request.client_token);
    if (!token.ok) return context.json(token.error, 401);
    if (!limit.allows(token.value.id)) return refuse(context, 429, 'RATE_LIMITED');
    const card = readCard(request, new Date(clock.now()));
    if ('fields' in card) return context.json({ code: 'FIELDS_INVALID', ...card }, 422);
    return context.json({ nonce: await ledger.issueNonce(card) }, 201);
  });

  api.post('/three_d_secure/lookup', async (context) => {
    const request = await readBody(context, lookupRequest);
    if (request === null) return refuse(context, 400, 'PROVIDER_ERROR');
    const token = check(request.client_token);
    if (!token.ok) return context.json(token.error, 401);
    const { nonce, amount } = request;
    const card = ledger.cardOf(nonce);
    if (card === null) return refuse(context, 422, 'PROVIDER_ERROR');
    if (card.behaviour === 'challenge' || card.behaviour === 'challenge_fails') {
      const { title, cancel_label } = challengeTexts[request.lang];
      const challenge = { challenge_id: challenges.open({ nonce, card, amount }), title, cancel_label };
      return context.json({ outcome: 'challenge', challenge } satisfies SandboxTokenization);
    }
    // No challenge is needed; as after a challenge, the nonce is replaced by a verified one.
    const verified = await ledger.verifyNonce(nonce, amount);
    if (verified === null) return refuse(context, 422, 'PROVIDER_ERROR');
    return context.json({
      outcome: 'nonce',
      nonce: verifiedNonce(verified, card),
    } satisfies SandboxTokenization);
  });

  // A wallet has verified its owner itself, so there is no 3-D Secure.
  api.post('/wallets', async (context) => {
    const request = await readBody(context, walletRequest);
    if (request === null) return refuse(context, 400, 'PROVIDER_ERROR');
    const token = check(request.client_token);
    if (!token.ok) return context.json(token.error, 401);
    if (!limit.allows(token.value.id)) return refuse(context, 429, 'RATE_LIMITED');
    const card = methodOfWallet(request.wallet, request.choice);
    const nonce = await ledger.issueNonce(card);
    return context.json({ nonce, method: summaryOf(card), liability_shifted: false }, 201);
  });

  // Called by the bank's page: anyone with its URL counts as the buyer.
  api.post('/actions/:id', async (context) => {
    const request = await readBody(context, actionRequest);
    if (request === null) return refuse(context, 400, 'PROVIDER_ERROR');
    await ledger.act(context.req.param('id'), request.choice);
    return context.json({});
  });

  api.post('/challenges/:id', async (context) => {
    const request = await readBody(context, codeRequest);
    if (request === null) return refuse(context, 400, 'PROVIDER_ERROR');
    return context.json(await challenges.confirm(context.req.param('id'), request.code));
  });

  return api;
}

/** Validates a card again after the fields have validated it, because a browser can send anything. */
function readCard(
  request: z.output<typeof cardRequest>,
  today: Date,
): StoredCard | { fields: CardFieldName[]; reason?: 'NOT_A_TEST_CARD' } {
  const brand = cardTypeOf(request.number);
  const fields: CardFieldName[] = [];
  if (!validateCardholderName(request.cardholder_name).isValid) fields.push('cardholderName');
  if (!validateNumber(request.number).isValid || !/^\d+$/.test(request.number)) fields.push('number');
  if (!isUsableMonth(request.expiration_year, request.expiration_month, today)) fields.push('expirationDate');
  if (!validateCvv(request.cvv, brand).isValid) fields.push('cvv');
  if (fields.length > 0 || brand === null) return { fields };
  const behaviour = behaviourOf(request.number);
  if (behaviour === null) return { fields: ['number'], reason: 'NOT_A_TEST_CARD' };
  return { brand, last_four: request.number.slice(-4), behaviour };
}

/**
 * Returns whether a month lies between the current month (UTC) and 19 years later, by the clock of the
 * gateway.
 */
function isUsableMonth(year: number, month: number, today: Date): boolean {
  const months = (year - today.getUTCFullYear()) * 12 + month - 1 - today.getUTCMonth();
  return month >= 1 && month <= 12 && months >= 0 && year <= today.getUTCFullYear() + 19;
}

function refuse(context: Context, status: 400 | 422 | 429, code: FailureCode): Response {
  return context.json({ code } satisfies SandboxFailure, status);
}

/**
 * Maximum number of tokenisations per client token and minute: enough for typing errors, too few for card
 * testing.
 */
const perMinute = 20;
const minute = 60_000;

/** Counts tokenisations per client token; `allows` returns false above the limit. */
function createTokenizationLimit(clock: ServerClock): { allows(tokenId: string): boolean } {
  let uses: { readonly tokenId: string; readonly at: number }[] = [];
  return {
    allows(tokenId) {
      const now = clock.now();
      uses = uses.filter((use) => use.at > now - minute);
      if (uses.filter((use) => use.tokenId === tokenId).length >= perMinute) return false;
      uses.push({ tokenId, at: now });
      return true;
    },
  };
}
