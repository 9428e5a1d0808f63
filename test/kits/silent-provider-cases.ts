import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import type { ChargeOutcome } from '#ports/payment-gateway.ts';
import {
  authorised,
  type CardGatewayHarness,
  storedFor,
  storedRequestFor,
  vaultRequest,
} from './card-gateway-harness.ts';
import { callsOf, openPage, type PageGatewayHarness } from './page-gateway-harness.ts';
import {
  charged,
  isCapturing,
  misleadingBody,
  type PaymentGatewayHarness,
  requestFor,
  tokenRequestFor,
  whileHanging,
} from './payment-gateway-harness.ts';
import { type KitCases, required } from './run-kit.ts';
import { expectNoOpenRequest } from './watch-requests.ts';

// Providers whose responses say nothing of a payment. Every call of a gateway must return `unknown`, or no client
// token.

/** Starts calls and returns their promises by name. `status`: that of the provider's responses; null without any. */
type Calls = (status: number | null) => Readonly<Record<string, Promise<unknown>>>;

type Silent = Pick<PaymentGatewayHarness, 'answer' | 'hang' | 'trickle' | 'timeLimit'>;

const unknown = { outcome: 'unknown' };

/** Results of calls other than `unknown`. */
const nothingOf: Readonly<Record<string, unknown>> = { createClientToken: null, checkAccount: undefined };

/** Waits for calls, and fails when one of them returns an outcome other than `unknown`, or a client token. */
export async function expectNothing(calls: ReturnType<Calls>, what: string): Promise<void> {
  const told = await Promise.all(
    Object.entries(calls).map(async ([name, call]) => [name, await call] as const),
  );
  for (const [name, value] of told)
    expect(value, `${name}: ${what}`).toEqual(name in nothingOf ? nothingOf[name] : unknown);
}

interface SilentResponse {
  readonly what: string;
  readonly status: number;
  readonly body: string;
}

const onResponses =
  (responses: readonly SilentResponse[]) =>
  async (harness: Silent, calls: Calls): Promise<void> => {
    for (const { what, status, body } of responses) {
      await required(harness, 'answer')(status, body);
      await expectNothing(calls(status), what);
    }
  };

/** Returns responses with each status and the same body. */
const withStatuses = (statuses: readonly number[], body: string) =>
  statuses.map((status) => ({ what: `status ${status}`, status, body }));

const ways = {
  /** Wrong credentials, too many requests, outages of the provider. */
  refusing: onResponses(withStatuses([401, 429, 500, 503], misleadingBody)),

  /** Responses of a proxy, and truncated ones. */
  unreadable: onResponses(
    Object.entries({
      'a page in HTML':
        '<!doctype html><html><title>Back soon</title><p>We are paid to be back soon.</p></html>',
      nothing: '',
      'JSON that was cut off': '{"id":"tr_1","success":true,"outcome":"charged","status":"captured","amo',
      'a word': 'OK',
      'JSON without anything in it': 'null',
      'an empty list': '[]',
    }).map(([what, body]) => ({ what, status: 200, body })),
  ),

  /** Statuses of proxies, of firewalls and of providers that were changed. */
  otherStatus: onResponses(
    withStatuses(
      [201, 300, 302, 400, 403, 404, 405, 408, 409, 410, 413, 422, 425, 451, 501, 502, 504, 520],
      '<!doctype html><title>Blocked</title><p>Request refused. Not found. Card declined.</p>',
    ),
  ),

  hanging: (harness: Silent, calls: Calls) =>
    whileHanging(harness, () => expectNothing(calls(null), 'no response')),

  trickling: (harness: Silent, calls: Calls) =>
    expectNoOpenRequest(() =>
      whileHanging({ hang: required(harness, 'trickle'), timeLimit: harness.timeLimit }, () =>
        expectNothing(calls(null), 'no end of a response'),
      ),
    ),
};

/** Returns a test for each way by its title. `prepare` makes payments while the provider still responds. */
export function silent<Harness extends Silent>(
  titles: Readonly<Partial<Record<keyof typeof ways, string>>>,
  prepare: (harness: Harness) => Promise<Calls>,
): KitCases<Harness> {
  return Object.fromEntries(
    Object.entries(titles).map(([way, title]) => [
      title,
      async (harness: Harness) => ways[way as keyof typeof ways](harness, await prepare(harness)),
    ]),
  );
}

/** After 401 a gateway may also return `never_charged`, because a provider checks credentials first. */
const unlessRefused = async (status: number | null, charge: Promise<ChargeOutcome>) => {
  const outcome = await charge;
  return status === 401 && outcome.outcome === 'never_charged' ? unknown : outcome;
};

async function paymentCalls(harness: PaymentGatewayHarness): Promise<Calls> {
  const { gateway, nonce } = harness;
  const { transaction_id } = await charged(harness, requestFor(await nonce('accepted')));
  const request = requestFor(await nonce('accepted'));
  let round = 0;
  return (status) => {
    round += 1;
    const attempt = { ...request, attempt_key: `${request.attempt_key}/${round}` };
    return {
      createClientToken: gateway.createClientToken(tokenRequestFor(null)),
      charge: unlessRefused(status, gateway.charge(attempt)),
      findCharge: gateway.findCharge(request.attempt_key),
      refund: gateway.refund(transaction_id, cents(100), `refund-${round}`),
    };
  };
}

/** The calls that only gateways for cards have. */
async function cardCalls(harness: CardGatewayHarness): Promise<Calls> {
  const { gateway, nonce } = harness;
  const held = isCapturing(gateway) ? (await authorised(harness)).id : '';
  const token = await storedFor(harness, 'customer-1');
  const accepted = await nonce('accepted');
  return (status) => ({
    ...(isCapturing(gateway) ? { capture: gateway.capture(held), release: gateway.release(held) } : {}),
    vault: gateway.vault(vaultRequest('customer-1', accepted)),
    chargeStored: unlessRefused(status, gateway.chargeStored(storedRequestFor(token, 'customer-1'))),
    checkAccount: gateway.checkAccount(),
  });
}

async function pageCalls(harness: PageGatewayHarness): Promise<Calls> {
  const subject = await openPage(harness);
  return () => callsOf(harness, subject);
}

const titles = {
  refusing: 'returns unknown, never a decline, for 401, 429, 500 and 503',
  hanging: 'returns within its time limit when the provider never responds',
  unreadable:
    'returns unknown for an unreadable response with status 200: HTML, an empty body, truncated JSON',
  trickling: 'returns within its time limit when a response never ends, and closes the connection',
};

const otherTitles = {
  otherStatus: 'returns unknown, never a decline, for any other status with an HTML page',
};

export const silentCases = silent(titles, paymentCalls);
export const silentPageCases = silent(titles, pageCalls);
export const silentCardCases = silent(
  {
    refusing: 'returns unknown for 401, 429, 500 and 503 from every call about cards',
    hanging: 'returns within its time limit from every call about cards',
    unreadable: 'returns unknown for an unreadable response about a card',
    trickling:
      'returns within its time limit when a response about a card never ends, and closes the connection',
  },
  cardCalls,
);

export const otherStatusCases = silent(otherTitles, paymentCalls);
export const otherPageStatusCases = silent(otherTitles, pageCalls);
export const otherCardStatusCases = silent(
  { otherStatus: 'returns unknown for any other status with an HTML page from every call about cards' },
  cardCalls,
);
