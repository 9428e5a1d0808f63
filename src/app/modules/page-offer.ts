import type { PaymentOffer } from '#core/rules/payment.ts';
import type { PaymentModuleOffer } from '#ports/modules.ts';
import { isCardGateway } from '#server/payment-gateways.ts';
import type { OpenedPayments } from './open-payments.ts';

/** What pages know of the ways to pay before they ask the server. */
export function pageOffer({ offered, transfer }: Pick<OpenedPayments, 'offered' | 'transfer'>): PaymentOffer {
  const has = (name: keyof PaymentModuleOffer) => offered.some(({ offer }) => offer?.[name] === true);
  return {
    has_express_payment: has('has_express_payment'),
    has_saved_cards: has('has_saved_cards'),
    ...earlyWallets(offered),
    has_transfer: transfer !== null,
    ...cardProviders(offered),
    settings: Object.fromEntries(
      offered.flatMap(({ module, browserSettings }) =>
        browserSettings === undefined ? [] : [[module.name, browserSettings]],
      ),
    ),
  };
}

/** The wallets before the address: those of the first provider for cards that has some. */
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

/** Test cards of the providers for cards; order and names where there are several. */
function cardProviders(
  offered: OpenedPayments['offered'],
): Pick<PaymentOffer, 'cards_before_transfer' | 'labels' | 'test_cards'> {
  const cards = offered.filter(({ gateway }) => isCardGateway(gateway));
  const position = offered.findIndex(({ gateway }) => !isCardGateway(gateway));
  const named = cards.flatMap(({ module }) =>
    module.label === undefined ? [] : [[module.name, module.label] as const],
  );
  const test_cards = cards.map(({ module, test }) => ({ provider: module.name, cards: test?.cards ?? null }));
  return {
    ...(test_cards.some((one) => one.cards !== null) ? { test_cards } : {}),
    ...(position >= 0 && position < cards.length ? { cards_before_transfer: position } : {}),
    ...(cards.length > 1 ? { labels: Object.fromEntries(named) } : {}),
  };
}
