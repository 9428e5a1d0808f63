import { browserPage, browserScript } from './browser-files.ts';
import { answerWallet, googleScript, lookUp, passChallenge, tokenizeCard } from './client-cards.ts';
import { findToken, graphqlConfiguration, restConfiguration } from './client-configuration.ts';
import { type Fault, type GatewayState, makeNonce } from './gateway-state.ts';
import {
  type Fields,
  findCall,
  type GatewayAnswer,
  type GatewayPart,
  type GatewayRequest,
  json,
  parseFields,
} from './protocol.ts';

/** The operations that browsers request. A fault script names them with the prefix `client.`. */
export const clientOperations = [
  'configuration',
  'frame',
  'dispatch',
  'tokenize',
  'lookup',
  'songbird',
  'bank',
  'authenticate',
  'fraudnet',
  'analytics',
  'vault',
  'paypal.sdk',
  'paypal.create',
  'paypal.page',
  'paypal.tokenize',
  'google.sdk',
  'apple.session',
  'apple.tokenize',
] as const;

type ClientOperation = (typeof clientOperations)[number];

const emptyPage = {
  status: 200,
  type: 'text/html; charset=utf-8',
  body: '<!doctype html><html lang="en"><title>Braintree</title></html>',
};

/** Files of the provider and of third parties that its code loads, by their paths on the original hosts. */
const files: readonly [
  path: RegExp,
  name: ClientOperation,
  answer: (state: GatewayState) => Promise<GatewayAnswer>,
][] = [
  [
    /^\/web\/[\d.]+\/html\/hosted-fields-frame\.min\.html$/,
    'frame',
    () => browserPage('hosted-fields-frame'),
  ],
  [/^\/web\/[\d.]+\/html\/dispatch-frame\.min\.html$/, 'dispatch', async () => emptyPage],
  [/^\/songbird\.js$/, 'songbird', () => browserScript('songbird')],
  [/^\/V2\/Cruise\/StepUp$/, 'bank', () => browserPage('bank-page')],
  [/^\/da\/r\/fb\.js$/, 'fraudnet', () => browserScript('fraudnet')],
  [/^\/sdk\/js$/, 'paypal.sdk', () => browserScript('paypal-sdk')],
  [/^\/checkoutnow$/, 'paypal.page', () => browserPage('paypal-page')],
  [/^\/gp\/p\/js\/pay\.js$/, 'google.sdk', googleScript],
];

const calls: readonly [method: string, path: RegExp, name: ClientOperation][] = [
  ['GET', /^\/configuration$/, 'configuration'],
  ['POST', /^\/payment_methods\/credit_cards$/, 'tokenize'],
  ['POST', /^\/payment_methods\/([^/]+)\/three_d_secure\/lookup$/, 'lookup'],
  ['POST', /^\/payment_methods\/([^/]+)\/three_d_secure\/authenticate_from_jwt$/, 'authenticate'],
  ['GET', /^\/payment_methods$/, 'vault'],
  ['POST', /^\/paypal_hermes\/create_payment_resource$/, 'paypal.create'],
  ['POST', /^\/payment_methods\/paypal_accounts$/, 'paypal.tokenize'],
  ['POST', /^\/apple_pay_web\/sessions$/, 'apple.session'],
  ['POST', /^\/payment_methods\/apple_payment_tokens$/, 'apple.tokenize'],
];

/** Creates the gateway's API for browsers: GraphQL, the older REST calls, and files that the provider's code loads. */
export function createClientApi(state: GatewayState): GatewayPart {
  const root = `/merchants/${state.merchant_id}/client_api/v1`;
  const find = (request: GatewayRequest) => findCall(calls, root, request);

  return {
    nameOf(request) {
      const { path } = request;
      if (path === '/graphql') return `client.${graphqlName(request)}`;
      if (path === '/xoplatform/logger/api/logger') return 'client.analytics';
      const file = files.find(([pattern]) => pattern.test(path));
      const name = file?.[1] ?? find(request)?.name;
      return name === undefined ? null : `client.${name}`;
    },
    answer(request, name, fault) {
      const { path } = request;
      const file = files.find(([pattern]) => pattern.test(path));
      if (file !== undefined) return file[2](state);
      if (name === 'client.analytics') return json(200, {});
      const refusal = refusalOf(state, request, fault);
      if (path === '/graphql') return graphql(state, request, refusal, fault);
      if (refusal !== null) return json(401, { error: { message: refusal } });
      return rest(state, find(request), request, fault);
    },
  };
}

function graphqlName({ body }: GatewayRequest): string {
  return JSON.parse(body).operationName === 'ClientConfiguration' ? 'configuration' : 'tokenize';
}

/** Returns why the request is not authorized, or null when it is. */
function refusalOf(state: GatewayState, request: GatewayRequest, fault: Fault | null): string | null {
  const token = findToken(state, fingerprintOf(request)).state;
  if (fault?.kind === 'expired_token' || token === 'expired') return 'Authorization has expired';
  return token === 'unknown' ? 'Authorization is unknown' : null;
}

function fingerprintOf({ headers, query, body }: GatewayRequest): string {
  const bearer = headers.authorization?.replace(/^Bearer /, '');
  const given = bearer ?? query.get('authorizationFingerprint');
  return given ?? String(parseFields(body).authorizationFingerprint ?? '');
}

function graphql(
  state: GatewayState,
  request: GatewayRequest,
  refusal: string | null,
  fault: Fault | null,
): GatewayAnswer {
  if (refusal !== null) {
    return json(200, {
      errors: [{ message: refusal, extensions: { errorClass: 'AUTHENTICATION' } }],
    });
  }
  if (graphqlName(request) === 'configuration') return json(200, graphqlConfiguration(state));
  const { input } = parseFields(request.body).variables as { input: { creditCard: Record<string, string> } };
  const made = tokenizeCard(state, input.creditCard, fault);
  if ('refusal' in made) {
    const { field, code, message } = made.refusal;
    const extensions = {
      errorClass: 'VALIDATION',
      legacyCode: code,
      inputPath: ['input', 'creditCard', field],
    };
    return json(200, { data: null, errors: [{ message, extensions }] });
  }
  const { nonce, instrument } = made;
  return json(200, {
    data: {
      tokenizeCreditCard: {
        token: nonce,
        creditCard: {
          bin: instrument.bin,
          brandCode: instrument.card_type?.toUpperCase().replaceAll(' ', '_'),
          last4: instrument.last_four,
          cardholderName: instrument.cardholder_name,
          expirationMonth: instrument.expiration_month,
          expirationYear: instrument.expiration_year,
          binData: {},
        },
      },
    },
  });
}

function rest(
  state: GatewayState,
  call: { readonly name: string; readonly id: string } | null,
  request: GatewayRequest,
  fault: Fault | null,
): GatewayAnswer {
  const body = parseFields(request.body);
  switch (call?.name) {
    case 'configuration':
      return json(200, restConfiguration(state));
    case 'tokenize': {
      const made = tokenizeCard(state, body.creditCard as Record<string, string>, fault);
      if ('nonce' in made) return json(201, { creditCards: [showNonce(state, made.nonce)] });
      const { field, code, message } = made.refusal;
      const fieldErrors = [{ field: 'creditCard', fieldErrors: [{ field, code, message }] }];
      return json(422, { error: { message }, fieldErrors });
    }
    case 'lookup':
      return answerLookup(state, call.id, body);
    case 'authenticate':
      return json(200, shown(state, passChallenge(state, call.id, String(body.jwt))));
    case 'vault':
      return json(200, { paymentMethods: vaulted(state, fingerprintOf(request)) });
    default:
      return answerWallet(state, call?.name ?? '', body);
  }
}

function answerLookup(state: GatewayState, nonce: string, body: Fields): GatewayAnswer {
  const found = lookUp(state, nonce);
  if (found === null) return json(404, { error: { message: 'No such nonce' } });
  if (typeof body.amount !== 'string' && typeof body.amount !== 'number')
    return json(422, { error: { message: 'Amount is missing' } });
  const { made, bank } = found;
  const acsUrl = `https://centinelapistag.cardinalcommerce.com/V2/Cruise/StepUp?bank=${bank}`;
  const challenge = { acsUrl, pareq: 'pareq', md: 'md', termUrl: 'https://api.braintreegateway.com/term' };
  const lookup = { threeDSecureVersion: '2.2.0', transactionId: `tds-${nonce}` };
  return json(201, { ...shown(state, made), lookup: bank === null ? lookup : { ...lookup, ...challenge } });
}

/** Returns a nonce with its 3-D Secure result, in the format of both 3-D Secure calls. */
function shown(state: GatewayState, nonce: string): object {
  const paymentMethod = showNonce(state, nonce);
  return { paymentMethod, threeDSecureInfo: paymentMethod.threeDSecureInfo };
}

function showNonce(state: GatewayState, nonce: string) {
  const { instrument, three_d_secure } = state.nonces.get(nonce) ?? {};
  return {
    nonce,
    type: 'CreditCard',
    description: `ending in ${instrument?.last_four.slice(2)}`,
    details: {
      bin: instrument?.bin,
      cardType: instrument?.card_type,
      lastFour: instrument?.last_four,
      lastTwo: instrument?.last_four.slice(2),
      cardholderName: instrument?.cardholder_name,
    },
    binData: {},
    threeDSecureInfo: three_d_secure && {
      status: three_d_secure.status,
      liabilityShifted: three_d_secure.liability_shifted,
      liabilityShiftPossible: three_d_secure.liability_shift_possible,
    },
  };
}

/** Returns the stored cards of the client token's customer, each with a new nonce. */
function vaulted(state: GatewayState, fingerprint: string): object[] {
  const token = findToken(state, fingerprint);
  if (token.state !== 'valid' || token.customer_id === null) return [];
  return [...state.methods.values()]
    .filter((method) => method.customer_id === token.customer_id)
    .map((method) =>
      showNonce(state, makeNonce(state, { instrument: method.instrument, token: method.token }).nonce),
    );
}
