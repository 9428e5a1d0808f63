import type { CardGateway } from '#ports/payment-gateway.ts';
import type { ToldCharge } from '#test/kits/card-gateway-harness.ts';
import { alikeAttempts, alikeRefunds, silence } from './break-amounts.ts';
import { broken, type CardGatewayBreak } from './break-gateway.ts';
import { charging, returning } from './run-case.ts';

const noToken = 'writes no token of a stored card to the console, its log or the metadata';
const options = 'passes on the return URL, the language, the statement text and the start of a series';

/** Returns a defect that logs each call of a method. */
function talkative(
  name: string,
  method: 'charge' | 'createClientToken' | 'vault' | 'chargeStored',
  log: (given: never, result: unknown) => void,
  noticedBy: readonly string[],
): CardGatewayBreak {
  return broken(
    name,
    (gateway) => ({
      [method]: async (given: never) => {
        const result = await (gateway[method] as (one: never) => Promise<unknown>)(given);
        log(given, result);
        return result;
      },
    }),
    noticedBy,
  );
}

/** Returns a defect in the data of a charge that the provider receives. */
function sendingWrong(name: string, change: (sent: ToldCharge) => ToldCharge): CardGatewayBreak {
  return {
    name,
    noticedBy: [options],
    wrap: (harness) => ({ ...harness, told: async (key) => change(await harness.told(key)) }),
  };
}

const sendingAlways = (name: string, value: Partial<ToldCharge>) =>
  sendingWrong(name, (sent) => ({ ...sent, ...value }));

type Request = Parameters<CardGateway['charge']>[0];

export const brokenSilence: readonly CardGatewayBreak[] = [
  talkative('writes nonces to the console', 'charge', (request: Request) => console.info(request), [silence]),
  talkative(
    'writes buyers to the output of the process',
    'charge',
    ({ customer_id }: Request) => process.stderr.write(`charge for ${customer_id}\n`),
    [silence],
  ),
  talkative(
    'writes client tokens to the console',
    'createClientToken',
    (_, token) => console.debug({ token }),
    [silence],
  ),
  talkative(
    'writes e-mail addresses to the console',
    'createClientToken',
    (request: { order: unknown }) => console.warn('token for', request),
    [silence],
  ),
  {
    name: 'writes device data to the log',
    noticedBy: [silence, noToken],
    wrap(harness) {
      const lines: unknown[] = [];
      const { gateway } = harness;
      return {
        ...harness,
        logged: async () => JSON.stringify(lines),
        gateway: {
          ...gateway,
          charge(request) {
            lines.push(['charge', request.device_data]);
            return gateway.charge(request);
          },
          vault(request) {
            lines.push(['vault', request.device_data]);
            return gateway.vault(request);
          },
        },
      };
    },
  },
  talkative('writes tokens of stored cards to the console', 'vault', (_, result) => console.log(result), [
    noToken,
  ]),
  talkative(
    'writes the owner of a stored card to the console',
    'chargeStored',
    ({ customer_id }: { customer_id: string }) => console.error('declined', customer_id),
    [noToken],
  ),
  broken(
    'returns the token of a stored card in the metadata',
    returning('chargeStored', (outcome, request) => {
      if (outcome.outcome !== 'declined') return outcome;
      return { ...outcome, metadata: { token: request.vault_token } };
    }),
    [noToken],
  ),
  sendingAlways('sends every buyer back to one address', { return_url: 'https://shop.example/' }),
  sendingAlways('sends one language', { locale: 'en' }),
  sendingAlways('ignores the text of the statement', { statement_descriptor: null }),
  sendingWrong('drops the query of the return URL', (sent) => ({
    ...sent,
    return_url: sent.return_url?.split('?')[0],
  })),
  broken(
    'cuts the text of the statement to 20 characters',
    charging(({ statement_descriptor: text }) => ({ statement_descriptor: text?.slice(0, 20) ?? null })),
    [options],
  ),
  broken(
    'writes the text of the statement into the request that it was given',
    (gateway) => ({
      charge(request) {
        if (request.statement_descriptor !== null)
          (request as { statement_descriptor: string }).statement_descriptor = 'MEISTERHAND';
        return gateway.charge(request);
      },
    }),
    [options],
  ),
  broken(
    'begins a series with every card that is stored',
    charging(({ save_payment_method }) => ({ begins_series: save_payment_method })),
    [options],
  ),
  sendingAlways('begins no series', { begins_series: false }),
  sendingAlways('begins a series with every charge', { begins_series: true }),
  sendingAlways('charges in another currency', { currency: 'USD' }),
  sendingWrong('sends no return URL to the page of the bank', ({ return_url: _, ...sent }) => sent),
  broken(
    'finds a payment attempt by the beginning of its key',
    (gateway) => {
      const keys: string[] = [];
      return {
        charge(request) {
          keys.push(request.attempt_key);
          return gateway.charge(request);
        },
        findCharge: (key) => gateway.findCharge(keys.find((one) => one.startsWith(key)) ?? key),
      };
    },
    [alikeAttempts],
  ),
  broken(
    'cuts keys of payment attempts to 36 characters',
    (gateway) => ({
      charge: (request) => gateway.charge({ ...request, attempt_key: request.attempt_key.slice(0, 36) }),
      findCharge: (key) => gateway.findCharge(key.slice(0, 36)),
    }),
    [alikeAttempts],
  ),
  broken(
    'cuts keys of refunds to 40 characters',
    (gateway) => ({
      refund: (transaction, amount, key) => gateway.refund(transaction, amount, key.slice(0, 40)),
    }),
    [alikeRefunds],
  ),
  broken(
    'cuts keys of refunds',
    (gateway) => ({
      refund: (transaction, amount, key) =>
        gateway.refund(transaction, amount, key.replace(/(refund)-1\d*$/, '$1')),
    }),
    [alikeRefunds],
  ),
];
