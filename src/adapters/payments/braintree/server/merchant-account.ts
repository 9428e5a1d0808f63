import { z } from 'zod';
import type { Log } from '#ports/log.ts';
import type { BraintreeAccount } from './braintree-sdk.ts';

/** Features of the merchant account, as far as client tokens and their configuration show them. */
export interface MerchantAccount {
  /** Reads from a client token whether the account has 3-D Secure, and logs it when it has changed. */
  readClientToken(clientToken: string): void;
  /** Null before the first client token. */
  has3DSecure(): boolean | null;
  /** Whether card nonces are charged; true before the first client token. */
  offersCards(): boolean;
  /** Loads the configuration of a client token and logs the available and missing features of the account. */
  report(clientToken: string, signal: AbortSignal): Promise<void>;
}

/** The used part of a client token (JSON in Base64). */
const tokenSchema = z.object({
  threeDSecureEnabled: z.boolean(),
  authorizationFingerprint: z.string(),
  graphQL: z.object({ url: z.url(), date: z.string() }),
});

const configurationSchema = z.object({
  data: z.object({
    clientConfiguration: z.object({
      paypal: z.object({ billingAgreementsEnabled: z.boolean().nullish() }).nullish(),
      googlePay: z.object({}).nullish(),
      applePayWeb: z.object({}).nullish(),
    }),
  }),
});

/** The vendor's browser code queries the same fields. */
const configurationQuery = {
  operationName: 'ClientConfiguration',
  query:
    'query ClientConfiguration { clientConfiguration { paypal { billingAgreementsEnabled } ' +
    'googlePay { environment } applePayWeb { merchantIdentifier } } }',
};

const no3DSecure = 'The merchant account has no 3-D Secure';

export function createMerchantAccount(account: BraintreeAccount, log: Log): MerchantAccount {
  let has3DSecure: boolean | null = null;

  function learn(has: boolean): void {
    if (has === has3DSecure) return;
    has3DSecure = has;
    if (has) return;
    if (account.allowsCardsWithout3DSecure) log.warn('cards_without_3d_secure', { cause: no3DSecure });
    else
      log.error(
        'cards_not_offered',
        new Error(
          `${no3DSecure}, so cards are not offered: switch it on in the Braintree control panel, ` +
            'or set BRAINTREE_UNVERIFIED_CARDS=yes to take cards without it',
        ),
      );
  }

  return {
    readClientToken(clientToken) {
      const token = parseToken(clientToken);
      if (token !== null) learn(token.threeDSecureEnabled);
    },
    has3DSecure: () => has3DSecure,
    offersCards: () => has3DSecure !== false || account.allowsCardsWithout3DSecure,
    async report(clientToken, signal) {
      const token = parseToken(clientToken);
      if (token === null) return;
      const { paypal, googlePay, applePayWeb } = await readConfiguration(token, account, signal);
      const has = {
        '3-D Secure': token.threeDSecureEnabled,
        PayPal: Boolean(paypal),
        'PayPal vault': paypal?.billingAgreementsEnabled === true,
        'Google Pay': Boolean(googlePay),
        'Apple Pay': Boolean(applePayWeb),
      };
      const named = (isThere: boolean) =>
        Object.entries(has).flatMap(([name, value]) => (value === isThere ? [name] : []));
      const [present, lacks] = [named(true), named(false)];
      if (lacks.length > 0) log.warn('merchant_account', { has: present, lacks });
      else log.info('merchant_account', { has: present, lacks });
    },
  };
}

function parseToken(clientToken: string): z.output<typeof tokenSchema> | null {
  try {
    return tokenSchema.parse(JSON.parse(Buffer.from(clientToken, 'base64').toString()));
  } catch {
    return null;
  }
}

async function readConfiguration(
  { authorizationFingerprint, graphQL }: z.output<typeof tokenSchema>,
  { gatewayUrl }: BraintreeAccount,
  signal: AbortSignal,
) {
  const response = await fetch(gatewayUrl === null ? graphQL.url : `${gatewayUrl}/graphql`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${authorizationFingerprint}`,
      'Braintree-Version': graphQL.date,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(configurationQuery),
    signal,
  });
  return configurationSchema.parse(await response.json()).data.clientConfiguration;
}
