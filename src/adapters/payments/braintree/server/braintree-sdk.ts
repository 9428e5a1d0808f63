import braintree from 'braintree';

/** Which Braintree, whose account, and with which keys (docs/braintree.md has the settings). */
export interface BraintreeAccount {
  readonly environment: 'sandbox' | 'production';
  readonly merchantId: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** Merchant account that settles in EUR; null: the default one. */
  readonly merchantAccountId: string | null;
  /** Address of another gateway that speaks Braintree's protocol, for trying things out; null: Braintree's own. */
  readonly gatewayUrl: string | null;
}

/**
 * The part of the vendor's SDK that the adapter uses. Its own types lag behind it and promise more than the wire does,
 * so every answer is `unknown` here and read by a schema. Calls reject when no answer came that says anything.
 */
export interface BraintreeSdk {
  readonly clientToken: { generate(wish: object): Promise<unknown> };
  readonly customer: { create(wish: object): Promise<unknown> };
  readonly paymentMethod: { create(wish: object): Promise<unknown> };
  readonly paymentMethodNonce: { find(nonce: string): Promise<unknown> };
  readonly transaction: {
    sale(wish: object): Promise<unknown>;
    find(id: string): Promise<unknown>;
    void(id: string): Promise<unknown>;
    refund(id: string, wish: object): Promise<unknown>;
    search(fill: (search: TransactionSearch) => void, answered: SearchAnswered): void;
  };
  readonly webhookNotification: { parse(signature: string, payload: string): Promise<unknown> };
}

interface TransactionSearch {
  orderId(): { is(orderId: string): void };
}

type SearchAnswered = (error: unknown, answer: { readonly ids?: readonly string[] } | null) => void;

/** `timeLimit`: milliseconds of silence after which the SDK gives a request up. */
export function createBraintreeSdk(account: BraintreeAccount, timeLimit: number): BraintreeSdk {
  const gateway = new braintree.BraintreeGateway({
    environment: environmentOf(account),
    merchantId: account.merchantId,
    publicKey: account.publicKey,
    privateKey: account.privateKey,
  });
  gateway.config.timeout = timeLimit;
  return gateway as unknown as BraintreeSdk;
}

function environmentOf({ environment, gatewayUrl }: BraintreeAccount): braintree.Environment {
  if (gatewayUrl !== null) {
    const { hostname, port, protocol } = new URL(gatewayUrl);
    const isSecure = protocol === 'https:';
    const usual = isSecure ? '443' : '80';
    return new braintree.Environment(hostname, port === '' ? usual : port, '', isSecure, '', '0');
  }
  const { Production, Sandbox } = braintree.Environment;
  return environment === 'production' ? Production : Sandbox;
}
