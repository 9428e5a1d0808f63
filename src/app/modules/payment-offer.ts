import type { PaymentOffer } from '#core/rules/payments/payment-rules.ts';
import type { PaymentModuleOffer } from '#ports/modules.ts';
import { isCardGateway, isPageGateway } from '#server/platform/payment-gateways.ts';
import type { OpenedPayments } from './open-payments.ts';

/** Returns the facts about payment methods that pages have without a request. */
export function paymentOfferOf({
  offered,
  transfer,
}: Pick<OpenedPayments, 'offered' | 'transfer'>): PaymentOffer {
  const has = (name: keyof PaymentModuleOffer) => offered.some(({ offer }) => offer?.[name] === true);
  return {
    has_express_payment: has('has_express_payment'),
    has_saved_cards: has('has_saved_cards'),
    ...earlyWallets(offered),
    has_transfer: transfer !== null,
    ...cardProviders(offered),
    ...otherRows(offered),
    settings: Object.fromEntries(
      offered.flatMap(({ module, browserSettings }) =>
        browserSettings === undefined ? [] : [[module.name, browserSettings]],
      ),
    ),
  };
}

/** Returns the wallets offered before the address step: those of the first card provider that has some. */
function earlyWallets(
  offered: OpenedPayments['offered'],
): Pick<PaymentOffer, 'has_wallet_addresses' | 'has_fixed_wallet_amounts' | 'wallet_provider'> {
  const cards = offered.filter(({ gateway }) => isCardGateway(gateway));
  const found = cards.find(({ offer }) => offer?.has_wallet_addresses === true);
  return {
    has_wallet_addresses: found !== undefined,
    has_fixed_wallet_amounts: found?.offer?.has_fixed_wallet_amounts === true,
    ...(found === undefined || found === cards[0] ? {} : { wallet_provider: found.module.name }),
  };
}

/** Returns the test cards of card providers, and the providers' labels if there are several. */
function cardProviders(offered: OpenedPayments['offered']): Pick<PaymentOffer, 'labels' | 'test_cards'> {
  const cards = offered.filter(({ gateway }) => isCardGateway(gateway));
  const named = cards.flatMap(({ module }) =>
    module.label === undefined ? [] : [[module.name, module.label] as const],
  );
  const test_cards = cards.map(({ module, test }) => ({ provider: module.name, cards: test?.cards ?? null }));
  return {
    ...(test_cards.some((one) => one.cards !== null) ? { test_cards } : {}),
    ...(cards.length > 1 ? { labels: Object.fromEntries(named) } : {}),
  };
}

/** Returns the rows of other payment methods, and the order of rows unless it is cards first and transfer last. */
function otherRows(offered: OpenedPayments['offered']): Pick<PaymentOffer, 'pages' | 'rows'> {
  const pages = offered.flatMap(({ module, page }) =>
    page === undefined ? [] : [[module.name, page] as const],
  );
  const rows = offered.map(({ module, gateway }) => {
    if (isCardGateway(gateway)) return 'card';
    return isPageGateway(gateway) ? `page:${module.name}` : 'transfer';
  });
  const isUsual = pages.length === 0 && !rows.slice(0, -1).includes('transfer');
  return {
    ...(pages.length > 0 ? { pages: Object.fromEntries(pages) } : {}),
    ...(isUsual ? {} : { rows }),
  };
}
