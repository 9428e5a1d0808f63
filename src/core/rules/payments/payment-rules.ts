import type { PostalAddress } from '#core/model/address.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Cents } from '#core/model/values.ts';
import type { StateMachine } from '#core/rules/basics/state-machine.ts';

/** Payment methods besides typed cards that the shop's settings allow; the browser checks later which are available. */
export interface PaymentOffer {
  /** Wallets, and saved cards if there are any. */
  readonly has_express_payment?: boolean;
  /** The provider offers a learner's stored cards again. */
  readonly has_saved_cards?: boolean;
  /** The provider's wallets can be opened before the address is known, and return it. */
  readonly has_wallet_addresses?: boolean;
  /**
   * A wallet's approval is valid only for its opening amount. Before the address is known, that amount is final only if
   * nothing is shipped.
   */
  readonly has_fixed_wallet_amounts?: boolean;
  /** The provider of the wallets shown before the address step; if absent, the first card provider. */
  readonly wallet_provider?: string;
  readonly has_transfer?: boolean;
  /** Texts about the providers with payment pages, by provider name. */
  readonly pages?: Readonly<Record<string, PageTexts>>;
  /**
   * The rows of the payment step in the shop's order: `card` for each card provider, `transfer`, or `page:<provider>`.
   * If absent: all cards, then the transfer.
   */
  readonly rows?: readonly string[];
  /** Labels of the providers, if there are several for cards. */
  readonly labels?: Readonly<Record<string, { readonly de: string; readonly en: string }>>;
  /**
   * The test cards of the card providers, in the shop's order; null for a provider that charges real money. Absent if
   * no provider has test cards, and on pages without payment.
   */
  readonly test_cards?: readonly { readonly provider: string; readonly cards: readonly TestCard[] | null }[];
  /** Settings for the browser half of each provider, by provider name. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, string | number | boolean | null>>>>;
}

/** Texts of the payment step about a payment on a provider's page. */
export interface PageTexts {
  /** A name that also reads well inside sentences, such as "Continue to …". */
  readonly label: { readonly de: string; readonly en: string };
  readonly text: { readonly de: string; readonly en: string };
}

/** A test card and its effect, in both languages of the shop. */
export interface TestCard {
  readonly number: string;
  readonly effect: { readonly de: string; readonly en: string };
}

/** Allows typed cards only. */
export const cardsOnly: PaymentOffer = {
  settings: {},
};

/**
 * A payment nonce with its payment method. It can be used once, soon, and only with the server's gateway credentials.
 */
export interface PaymentNonce {
  readonly nonce: string;
  readonly method: PaymentMethodSummary;
  /** Whether 3-D Secure moved the liability to the issuer; the server enforces it again. */
  readonly liability_shifted: boolean;
  /** Data about the shopper's device for the charge, collected by the provider; absent if it collects none. */
  readonly device_data?: string | null;
}

/** The data for 3-D Secure. `amount` is the amount that the order will charge. */
export interface VerificationSubject {
  readonly amount: Cents;
  readonly email: string;
  readonly billing_name: string;
  readonly billing_country: string;
  /** The complete invoice address if it is known: more data makes a challenge by the bank less likely. */
  readonly billing_address?: PostalAddress | null;
  /** Delivery address of the goods; absent without goods. */
  readonly shipping_address?: PostalAddress | null;
  /** Whether the card is stored and charged again later, by a subscription or at the next purchase. */
  readonly is_kept?: boolean;
}

/** The shop's account for prepayment. */
export interface TransferAccount {
  readonly account_holder: string;
  /** Without spaces. */
  readonly iban: string;
  readonly bic: string;
}

/** Prefix of nonces that announce a bank transfer. */
export const transferNoncePrefix = 'bank-transfer:';

/** Returns whether a nonce announces a bank transfer, so that no card provider is called. */
export function isTransferNonce(nonce: string): boolean {
  return nonce.startsWith(transferNoncePrefix);
}

const pageNoncePrefix = 'page:';

/** Creates the nonce of a payment on a provider's page. The shop makes it, because the buyer types nothing. */
export function pageNonce(provider: string, id: string): string {
  return `${pageNoncePrefix}${provider}:${id}`;
}

/** Returns the provider of a nonce for a payment on its page; null for any other nonce. */
export function pageProviderOf(nonce: string): string | null {
  return nonce.startsWith(pageNoncePrefix) ? (nonce.split(':')[1] ?? null) : null;
}

/** Returns whether an IBAN without spaces is well-formed and its check digits are right (ISO 13616). */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of Number.parseInt(sign, 36).toString()) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}

/** States of a payment attempt, which is one order with one nonce. */
export const paymentAttemptStates = [
  'charging',
  'unknown',
  /** The buyer has to do something at the bank or provider; nothing is granted yet. */
  'awaiting_action',
  /** The buyer has finished; the bank or provider has not decided yet. */
  'processing',
  'authorised',
  'awaiting_payment',
  'charged',
  'declined',
  'never_charged',
  'expired',
  'voided',
] as const;

export type PaymentAttemptState = (typeof paymentAttemptStates)[number];

/** Events of a payment attempt. */
export const paymentAttemptEvents = [
  /** The bank has reserved the amount; nothing is taken yet. */
  'authorise',
  'succeed',
  'decline',
  'lose_response',
  /** The gateway confirms that it never charged, and refuses the attempt from now on. */
  'rule_out',
  'await_payment',
  'require_action',
  'await_decision',
  'receive_payment',
  'expire',
  'void',
] as const;

export type PaymentAttemptEvent = (typeof paymentAttemptEvents)[number];

/** State machine of a payment attempt. */
export const paymentAttemptStateMachine: StateMachine<PaymentAttemptState, PaymentAttemptEvent> = {
  initial: 'charging',
  final: ['charged', 'declined', 'never_charged', 'expired', 'voided'],
  transitions: {
    charging: {
      authorise: 'authorised',
      succeed: 'charged',
      decline: 'declined',
      lose_response: 'unknown',
      rule_out: 'never_charged',
      await_payment: 'awaiting_payment',
      require_action: 'awaiting_action',
      await_decision: 'processing',
    },
    unknown: {
      authorise: 'authorised',
      succeed: 'charged',
      decline: 'declined',
      lose_response: 'unknown',
      rule_out: 'never_charged',
      await_payment: 'awaiting_payment',
      require_action: 'awaiting_action',
      await_decision: 'processing',
    },
    // Only the gateway can end this state; a lookup without a response or without news changes nothing.
    awaiting_action: {
      authorise: 'authorised',
      succeed: 'charged',
      decline: 'declined',
      rule_out: 'never_charged',
      lose_response: 'awaiting_action',
      require_action: 'awaiting_action',
      await_decision: 'processing',
    },
    // A provider may ask the buyer again, for example for another bank account.
    processing: {
      authorise: 'authorised',
      succeed: 'charged',
      decline: 'declined',
      rule_out: 'never_charged',
      lose_response: 'processing',
      require_action: 'awaiting_action',
      await_decision: 'processing',
    },
    authorised: { succeed: 'charged', decline: 'declined', lose_response: 'authorised' },
    awaiting_payment: { receive_payment: 'charged', expire: 'expired', void: 'voided' },
    charged: {},
    declined: {},
    never_charged: {},
    expired: {},
    voided: {},
  },
};

/** The states of attempts without a final outcome from the provider. */
export const openAttemptStates = [
  'charging',
  'unknown',
  'awaiting_action',
  'processing',
  'authorised',
  'awaiting_payment',
] as const satisfies readonly PaymentAttemptState[];

/** Returns whether an attempt in this state prevents another attempt for its order. */
export function blocksNewAttempt(state: PaymentAttemptState): boolean {
  return !['declined', 'never_charged', 'expired'].includes(state);
}
