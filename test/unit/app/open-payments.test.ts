import { expect, test } from 'vitest';
import { checkAccounts, openPayments } from '#app/modules/open-payments.ts';
import { type Config, readConfig } from '#app/settings/config.ts';
import type { PageGateway, PaymentGateway } from '#ports/payment-gateway.ts';
import { requestFor } from '#test/kits/payment-gateway-harness.ts';
import { createMemoryPaymentGateway } from '#test/support/memory-payment-gateway.ts';

/** Opens the payment modules of these settings, without starting anything. */
async function open(
  environment: Record<string, string>,
  mode: 'demo' | 'live',
  own: Pick<Config, 'payments'> | null = null,
) {
  const config = await readConfig(environment);
  if (!config.ok) throw new Error(config.error.join());
  return openPayments(
    { ...config.value, mode, ...own },
    {
      clock: { now: () => 0 },
      ids: { uuid: () => '', token: () => '', code: () => '' },
      database: null,
      log: { info() {}, warn() {}, error() {} },
      purpose: 'command',
      secrets: { token: '', of: () => 'x'.repeat(32) },
      say: () => {},
    },
  );
}

const braintree = {
  PAYMENT_MODULES: 'braintree',
  BRAINTREE_ENVIRONMENT: 'sandbox',
  BRAINTREE_MERCHANT_ID: 'm',
  BRAINTREE_PUBLIC_KEY: 'p',
  BRAINTREE_PRIVATE_KEY: 'k',
};

test.each([
  ['sandbox', { PAYMENT_MODULES: 'sandbox' }],
  ['braintree', braintree],
])(
  '%s offers test cards where it moves no money, and live mode then refuses it',
  async (name, environment) => {
    const { offered } = await open(environment, 'demo');
    expect(offered[0]?.test?.cards.map(({ number }) => number)).toContain('4000 1111 1111 1115');
    await expect(open(environment, 'live')).rejects.toThrow(`The module "${name}" moves no money`);
  },
);

/** Returns a module `acme_pay` with this gateway; calls `stop` when it is stopped. */
function acme(gateway: PaymentGateway, stop = () => {}): Config['payments'][number] {
  const transfer = 'isTransfer' in gateway ? account : null;
  const opened = { gateway, transfer, stop: async () => stop() };
  const browser = new URL('file:///acme-pay/browser.ts');
  return {
    module: { kind: 'payment', name: 'acme_pay', settings: {}, browser, open: () => opened },
    settings: {},
  };
}

const cards = { ...createMemoryPaymentGateway(), name: 'acme_pay' };
const { vault: _, checkAccount: __, ...nothing } = { ...cards, identity: 'acme_pay' };
const account = { account_holder: 'Meisterhand', iban: 'DE02', bic: 'BYLADEM1001', term_days: 7 };
const transfers = { ...nothing, isTransfer: true };
const page = { ...nothing, pays_on: 'provider_page' };

test.each([
  ['acme_pay', true],
  ['acme_pay/shop-1', true],
  ['acme_pay/', false],
  ['acme_pay/shop.example', false],
  ['another', false],
])('a gateway with the identity %s is opened: %s', async (identity, isOpened) => {
  const opening = open({}, 'demo', { payments: [acme({ ...cards, identity })] });
  if (isOpened) expect((await opening).gateways).toMatchObject([{ identity }]);
  else await expect(opening).rejects.toThrow(`has the identity "${identity}": it has to be "acme_pay"`);
});

test.each([
  ['of another name', [{ ...cards, name: 'other' }], /has another name: "other"/],
  ['that takes no cards, alone', [transfers], /PAYMENT_MODULES has no module for cards/],
  ['for transfers beside another', [cards, transfers, transfers], /several modules for transfers/],
  ['for nothing that is offered', [cards, nothing], /neither takes cards .* nor pays on a page/],
  ['with a page and no texts', [cards, page], /`open` has to return `page`/],
] as const)('a gateway %s is refused, and what was opened is stopped', async (_title, gateways, fault) => {
  let stopped = 0;
  const payments = gateways.map((gateway) =>
    acme({ ...gateway, identity: 'acme_pay' }, () => {
      stopped += 1;
    }),
  );
  await expect(open({}, 'demo', { payments })).rejects.toThrow(fault);
  expect(stopped).toBe(gateways.length);
});

test('every opened gateway, also of earlier payments, returns `unknown` if its module throws', async () => {
  const charge = () => {
    throw new Error('of the module');
  };
  const wrong = { ...cards, identity: 'acme_pay', charge };
  const { module, settings } = acme(wrong);
  const opened = { gateway: wrong, earlierGateways: [{ ...wrong, identity: 'acme_pay/earlier' }] };
  const payments = [{ module: { ...module, open: () => opened }, settings }];
  const { gateways, pastGateways } = await open({}, 'demo', { payments });
  const own = [...gateways, ...pastGateways].filter(({ name }) => name === 'acme_pay');
  for (const gateway of own)
    expect(await gateway.charge(requestFor('nonce')), gateway.identity).toEqual({ outcome: 'unknown' });
  expect(own.map(({ identity }) => identity)).toEqual(['acme_pay', 'acme_pay/earlier']);
});

/** Opens a payment module with a provider page. Returns what the start prints about it. */
async function printedFor(own: Partial<PageGateway>): Promise<readonly string[]> {
  const gateway: PageGateway = { ...nothing, pays_on: 'provider_page', cancelAction: unknown, ...own };
  const { module } = acme(gateway);
  const printed: string[] = [];
  await checkAccounts({ offered: [{ module, gateway }] }, (line) => printed.push(line), 10);
  return printed;
}

const unknown = async () => ({ outcome: 'unknown' }) as const;
const refused = () => Promise.reject<never>(new Error('wrong key'));
const never = () => new Promise<never>(() => {});

const unusable: readonly (readonly [string, Partial<PageGateway>, string])[] = [
  ['is away or refuses the key', { createClientToken: async () => null }, 'it has no client token'],
  ['fails', { createClientToken: refused }, 'wrong key.'],
  ['hangs', { createClientToken: never }, 'it did not answer within 0.01 seconds.'],
  ['says what its account lacks', { checkAccount: refused }, 'wrong key.'],
  ['hangs over its account', { checkAccount: never }, 'it did not answer within 0.01 seconds.'],
];

test.each(unusable)(
  'the start goes on and reports it if a provider with a page %s',
  async (_title, own, cause) => {
    const printed = await printedFor(own);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toMatch(/^The payment module "acme_pay" is not offered: /);
    expect(printed[0]).toContain(cause);
  },
);

test('the start prints nothing about an available provider with a page, and calls it once', async () => {
  const asked: unknown[] = [];
  const createClientToken: PageGateway['createClientToken'] = (request) => {
    asked.push(request);
    return Promise.resolve('token');
  };
  expect(await printedFor({ createClientToken })).toEqual([]);
  expect(asked).toEqual([{ amount: 10_000, currency: 'EUR', order: null, customer: null }]);
  expect(await printedFor({ checkAccount: async () => {}, createClientToken })).toEqual([]);
  expect(asked).toHaveLength(1);
});

test('the start fails if a provider of cards refuses its account', async () => {
  const gateway = { ...cards, identity: 'acme_pay', checkAccount: refused };
  const { module } = acme(gateway);
  const checking = checkAccounts({ offered: [{ module, gateway }] }, () => {});
  await expect(checking).rejects.toThrow('The module "acme_pay" cannot check its account: wrong key.');
});
