import { callModule, causeOf, moduleLimits } from '#app/settings/call-module.ts';
import type { Config } from '#app/settings/config.ts';
import type { ConfiguredModule } from '#app/settings/read-modules.ts';
import type { Secrets } from '#app/settings/secrets.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { OpenPayment, PaymentModule, PaymentParts, TransferDetails } from '#ports/modules.ts';
import type { ClientTokenRequest, PageGateway, PaymentGateway } from '#ports/payment-gateway.ts';
import type { PaymentNotices } from '#ports/payment-notices.ts';
import { isCardGateway, isPageGateway, isTransferGateway } from '#server/platform/payment-gateways.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { limitGateway } from './limit-gateway.ts';

/** A payment module in use. */
export type OpenedPayment = OpenPayment & { readonly module: PaymentModule };

/** The payment modules of a process. */
export interface OpenedPayments {
  /** Modules for new payments, in the order shown to shoppers. */
  readonly offered: readonly OpenedPayment[];
  /** The gateways of `offered`. */
  readonly gateways: readonly PaymentGateway[];
  /** Gateways that are used only for earlier payments. */
  readonly pastGateways: readonly PaymentGateway[];
  /** Readers of webhooks, including those of earlier providers. */
  readonly notices: readonly PaymentNotices[];
  /** The account for bank transfers; null if they are not offered. */
  readonly transfer: TransferDetails | null;
  /** Stops the modules, in reverse order. */
  stop(): Promise<void>;
}

type Parts = Omit<PaymentParts, 'mode' | 'siteUrl' | 'port' | 'dataDir' | 'secret'> & {
  readonly secrets: Secrets;
  /** Wraps each gateway, for example to count its calls. */
  readonly around?: ((gateway: PaymentGateway) => PaymentGateway) | undefined;
};

/**
 * Opens the configured payment modules. If one cannot be opened, the others are stopped. Calls of the opened gateways
 * have a timeout and never reject.
 * @throws Error that names the fault; also if there are two modules for transfers, or none for cards.
 */
export async function openPayments(
  config: Config,
  { secrets, around, ...parts }: Parts,
): Promise<OpenedPayments> {
  await using started = new AsyncDisposableStack();

  async function open(
    { module, settings }: ConfiguredModule<'payment'>,
    isOffered: boolean,
  ): Promise<OpenedPayment> {
    const { mode, siteUrl, port, dataDir } = config;
    const secret = () => secrets.of(module.name);
    const opened = await callModule(module, 'be opened', moduleLimits.open, () =>
      module.open(settings, { ...parts, mode, siteUrl, port, dataDir, secret }),
    );
    started.defer(async () => opened.stop?.());
    if (opened.gateway.name !== module.name)
      throw new Error(
        `The gateway of the module "${module.name}" has another name: "${opened.gateway.name}".`,
      );
    refuseIdentity(opened.gateway);
    if (isOffered) refuseUnoffered(module, opened);
    if (mode === 'live' && opened.test !== undefined)
      throw new Error(
        `The module "${module.name}" moves no money, as its test cards say: live mode refuses it.`,
      );
    const observe = around ?? ((gateway) => gateway);
    return { ...withGateways(opened, (gateway) => observe(limitGateway(gateway, parts.log))), module };
  }

  const offered: OpenedPayment[] = [];
  for (const configured of config.payments) offered.push(await open(configured, true));
  const earlier: OpenedPayment[] = [];
  for (const configured of config.earlierPayments) earlier.push(await open(configured, false));
  const gateways = offered.map(({ gateway }) => gateway);
  if (!gateways.some(isCardGateway))
    throw new Error('PAYMENT_MODULES has no module for cards, which subscriptions need: add one.');
  const transfers = offered.filter(({ gateway }) => isTransferGateway(gateway));
  if (transfers.length > 1) {
    const names = transfers.map(({ module }) => module.name).join(', ');
    throw new Error(`PAYMENT_MODULES has several modules for transfers (${names}): leave one of them.`);
  }
  const stack = started.move();
  return {
    offered,
    gateways,
    pastGateways: [
      ...offered.flatMap(({ earlierGateways = [] }) => earlierGateways),
      ...earlier.flatMap(({ gateway, earlierGateways = [] }) => [gateway, ...earlierGateways]),
    ],
    notices: [...offered, ...earlier].flatMap(({ notices = [] }) => notices),
    transfer: transfers[0]?.transfer ?? null,
    stop: () => stack.disposeAsync(),
  };
}

/**
 * Lets each provider check its account, for at most `limit` milliseconds. A provider with its own page that cannot be
 * used is not offered at checkout; `say` reports the cause (docs/behaviour/payments.md#payment-on-a-providers-page).
 * @throws Error with a sentence if the account of a card provider fails or does not respond in time.
 */
export async function checkAccounts(
  { offered }: Pick<OpenedPayments, 'offered'>,
  say: (line: string) => void,
  limit: number = moduleLimits.ask,
): Promise<void> {
  await Promise.all(
    offered.map(async ({ module, gateway }) => {
      if (isCardGateway(gateway))
        await callModule(module, 'check its account', limit, () => gateway.checkAccount());
      else if (isPageGateway(gateway)) await checkPage(gateway, say, limit);
    }),
  );
}

/** A sample payment of 100 EUR for the check. */
const usualPayment: ClientTokenRequest = {
  amount: cents(10_000),
  currency: 'EUR',
  order: null,
  customer: null,
};

async function checkPage(gateway: PageGateway, say: (line: string) => void, limit: number): Promise<void> {
  const notOffered = (why: string) => say(`The payment module "${gateway.name}" is not offered: ${why}`);
  try {
    if (gateway.checkAccount !== undefined) await withTimeout(limit, () => gateway.checkAccount?.());
    else if ((await withTimeout(limit, () => gateway.createClientToken(usualPayment))) === null)
      notOffered('it has no client token for 100.00 EUR. Check its keys and whether its provider is away.');
  } catch (error) {
    notOffered(causeOf(error, limit));
  }
}

/** Wraps all gateways of an opened module. */
function withGateways(opened: OpenPayment, around: (gateway: PaymentGateway) => PaymentGateway): OpenPayment {
  const { gateway, earlierGateways } = opened;
  return {
    ...opened,
    gateway: around(gateway),
    ...(earlierGateways === undefined
      ? {}
      : { earlierGateways: earlierGateways.map((earlier) => around(earlier) as typeof earlier) }),
  };
}

/** Throws if the module could never be offered at checkout. */
function refuseUnoffered(module: PaymentModule, { gateway, page, transfer }: OpenPayment): void {
  const refuse = (why: string): never => {
    throw new Error(`The module "${module.name}" cannot be offered at checkout: ${why}`);
  };
  if (isPageGateway(gateway)) {
    if (page === undefined)
      refuse('its buyers pay on a page of the provider, so `open` has to return `page` with their texts.');
    if (typeof gateway.cancelAction !== 'function') refuse('its gateway has no `cancelAction`.');
    return;
  }
  if (page !== undefined) refuse('it returns `page`, but its gateway does not say `pays_on`.');
  if (isCardGateway(gateway)) {
    if (module.browser === undefined) refuse('its gateway takes cards, and it has no browser half.');
    return;
  }
  if (transfer === undefined || transfer === null)
    refuse(
      'its gateway neither takes cards (`vault`) nor pays on a page (`pays_on`), and there is no account for transfers (`transfer`).',
    );
}

/**
 * Throws if the gateway's identity has an invalid form: payments are stored with it, so the first payment would fail.
 */
function refuseIdentity({ name, identity }: PaymentGateway): void {
  if (new RegExp(`^${name}(?:/[A-Za-z0-9_-]+)?$`).test(identity)) return;
  throw new Error(
    `The gateway of the module "${name}" has the identity "${identity}": it has to be "${name}", or "${name}/" with an ` +
      'account of letters, digits, _ and -.',
  );
}
