import { isTransferNonce, pageProviderOf } from '#core/rules/payments/payment-rules.ts';
import type {
  CapturingGateway,
  CardGateway,
  ClientTokenRequest,
  PageGateway,
  PaymentGateway,
} from '#ports/payment-gateway.ts';
import type { ServerContext } from './server-context.ts';

type Gateways = Pick<ServerContext, 'gateways' | 'pastGateways'>;

/** Returns the gateway name in a stored identity. */
export function providerName(identity: string): string {
  return identity.split('/')[0] ?? identity;
}

/** Whether a gateway charges cards and stores them for later charges. */
export function isCardGateway(gateway: PaymentGateway): gateway is CardGateway {
  return 'vault' in gateway;
}

/** Whether a gateway authorises first and takes the money by a capture. */
export function isCapturing(gateway: PaymentGateway): gateway is CapturingGateway {
  return 'capture' in gateway && gateway.capture !== undefined;
}

/** Returns the gateways for new payments that charge cards and store them. */
export function cardGateways({ gateways }: Pick<Gateways, 'gateways'>): readonly CardGateway[] {
  return gateways.filter(isCardGateway);
}

/** Returns the card gateway with this name, without a name the first one; undefined if there is none. */
export function findCardGateway(
  context: Pick<Gateways, 'gateways'>,
  provider: string | undefined,
): CardGateway | undefined {
  return cardGateways(context).find(({ name }) => provider === undefined || name === provider);
}

/**
 * Creates a client token of each card gateway, in order; null while a provider is unavailable. Creating it also updates
 * `takes_cards`.
 */
export function cardClientTokens(context: Pick<Gateways, 'gateways'>, request: ClientTokenRequest) {
  return Promise.all(
    cardGateways(context).map(async (gateway) => {
      const client_token = await gateway.createClientToken(request);
      return { name: gateway.name, client_token, takes_cards: gateway.offersCards() };
    }),
  );
}

/** Returns the default gateway for new card payments: the first one. The shop does not start without one. */
export function firstCardGateway(context: Pick<Gateways, 'gateways'>): CardGateway {
  const [first] = cardGateways(context);
  if (first === undefined) throw new Error('No payment module takes cards');
  return first;
}

/** Whether the buyers of a gateway pay on a page of the provider. */
export function isPageGateway(gateway: PaymentGateway): gateway is PageGateway {
  return 'pays_on' in gateway && gateway.pays_on === 'provider_page';
}

/** Whether the buyers of a gateway transfer the money. */
export function isTransferGateway(gateway: PaymentGateway): boolean {
  return !isCardGateway(gateway) && !isPageGateway(gateway);
}

/** The gateway of transfers. */
export function transferGateway({ gateways, pastGateways }: Gateways): PaymentGateway | undefined {
  return [...gateways, ...pastGateways].find(isTransferGateway);
}

/** Returns the gateways with a provider page that take this payment now, in order. */
export async function availablePageGateways(
  { gateways }: Pick<Gateways, 'gateways'>,
  request: ClientTokenRequest,
): Promise<readonly PageGateway[]> {
  const pages = gateways.filter(isPageGateway);
  const tokens = await Promise.all(pages.map((gateway) => gateway.createClientToken(request)));
  return pages.filter((_, index) => tokens[index] !== null);
}

/**
 * Returns the gateway for a new payment with this nonce, of this provider if one is given, else the first one that
 * takes it. Undefined if the provider is not active or does not take such nonces.
 */
export function gatewayForNonce(
  context: Gateways,
  nonce: string,
  provider: string | undefined,
): PaymentGateway | undefined {
  const page = pageProviderOf(nonce);
  const possible = isTransferNonce(nonce)
    ? [transferGateway(context)]
    : page === null
      ? cardGateways(context)
      : context.gateways.filter((gateway) => isPageGateway(gateway) && gateway.name === page);
  return possible.find((gateway) => provider === undefined || gateway?.name === provider);
}

/**
 * Returns the values that rows store as provider of the configured gateways: identities, and plain names in rows of
 * versions that did not store the account.
 */
export function knownProviders({ gateways, pastGateways }: Gateways): readonly string[] {
  return [...gateways, ...pastGateways].flatMap(({ identity, name }) => [identity, name]);
}

/**
 * Returns the gateway with which a payment attempt or refund was started. @throws Error if its provider is not
 * configured; the shop does not start while money of that provider is open.
 */
export function gatewayOf({ gateways, pastGateways }: Gateways, provider: string): PaymentGateway {
  const configured = [...gateways, ...pastGateways];
  // A plain name was stored before the account could change, so it means the earliest one.
  const found =
    configured.find(({ identity }) => identity === provider) ??
    configured.findLast(({ name }) => name === provider);
  if (found !== undefined) return found;
  const cure = pastProviderInstructions(provider);
  throw new Error(`The payment provider ${provider} is not configured: ${cure}`);
}

/** Returns the gateway that stores a card. @throws Error like `gatewayOf`. */
export function cardGatewayOf(context: Gateways, provider: string): CardGateway {
  const gateway = gatewayOf(context, provider);
  if (isCardGateway(gateway)) return gateway;
  throw new Error(`The payment provider ${provider} stores no cards`);
}

/** Describes the settings with which a former provider still handles its own payments. */
export function pastProviderInstructions(provider: string): string {
  const [name = '', account] = provider.split('/');
  const where = 'new payments go to the modules of PAYMENT_MODULES.';
  return account === undefined
    ? `Add ${name} to EARLIER_PAYMENT_MODULES, with its settings; ${where}`
    : `Set its account ${account} with its keys in the variables EARLIER_${name.toUpperCase()}_…, or add ${name} to ` +
        `EARLIER_PAYMENT_MODULES with the settings of that account; ${where}`;
}
