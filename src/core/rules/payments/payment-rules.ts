import type { PostalAddress } from '#core/model/address.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Cents } from '#core/model/values.ts';
import type { StateMachine } from '#core/rules/basics/state-machine.ts';

/**
 * Payment methods beside a typed card that the shop's settings allow; the browser finds out later which of them can be
 * used.
 */
export interface PaymentOffer {
  /** Wallets, and saved cards where there are some. */
  readonly has_express_payment?: boolean;
  /** The provider offers a learner's stored cards again. */
  readonly has_saved_cards?: boolean;
  /** The provider's wallets can be opened before the address is known, and return it. */
  readonly has_wallet_addresses?: boolean;
  /**
   * A wallet is approved for the sum it was opened with; before the address that is final only where nothing is
   * shipped.
   */
  readonly has_fixed_wallet_amounts?: boolean;
  /** The provider of the wallets before the address; absent: the first one for cards. */
  readonly wallet_provider?: string;
  readonly has_transfer?: boolean;
  /** What shoppers read about the providers on whose page they pay, by the provider's name. */
  readonly pages?: Readonly<Record<string, PageTexts>>;
  /**
   * The rows of the payment step in the order of the shop: `card` for each provider for cards, `transfer`, or
   * `page:<provider>`; absent: all cards, then the transfer.
   */
  readonly rows?: readonly string[];
  /** What shoppers read about each provider, where there are several for cards. */
  readonly labels?: Readonly<Record<string, { readonly de: string; readonly en: string }>>;
  /**
   * The test cards of the providers for cards, in the order of the shop; null: this one moves money. Absent where none
   * has any, and on pages where nobody pays.
   */
  readonly test_cards?: readonly { readonly provider: string; readonly cards: readonly TestCard[] | null }[];
  /** What the browser half of each provider gets, by the provider's name. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, string | number | boolean | null>>>>;
}

/** A way to pay on a provider's page, as the payment step shows it. */
export interface PageTexts {
  /** A name that also reads well inside sentences, such as "Continue to …". */
  readonly label: { readonly de: string; readonly en: string };
  readonly text: { readonly de: string; readonly en: string };
}

/** A card for trying out, with what happens, in both languages of the shop. */
export interface TestCard {
  readonly number: string;
  readonly effect: { readonly de: string; readonly en: string };
}

/** A typed card and nothing else. */
export const cardsOnly: PaymentOffer = {
  settings: {},
};

/** A nonce with what it stands for: one use, short-lived, worthless without the server's gateway credentials. */
export interface PaymentNonce {
  readonly nonce: string;
  readonly method: PaymentMethodSummary;
  /** Whether 3-D Secure moved the liability to the issuer; the server enforces it again. */
  readonly liability_shifted: boolean;
  /**
   * Data that the provider has collected about the shopper's device, for the charge; absent where it collects nothing.
   */
  readonly device_data?: string | null;
}

/** What 3-D Secure is asked about. `amount` is what the order will charge. */
export interface VerificationSubject {
  readonly amount: Cents;
  readonly email: string;
  readonly billing_name: string;
  readonly billing_country: string;
  /** The whole invoice address where it is known: the more a bank knows, the less it asks. */
  readonly billing_address?: PostalAddress | null;
  /** Where goods are sent; absent without goods. */
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

/** Begins every nonce that stands for "I shall transfer the money". */
export const transferNoncePrefix = 'bank-transfer:';

/** Whether a nonce is the promise of a transfer, so that no card provider is asked. */
export function isTransferNonce(nonce: string): boolean {
  return nonce.startsWith(transferNoncePrefix);
}

const pageNoncePrefix = 'page:';

/** The nonce of a payment on a provider's page: made by the shop, because the buyer types nothing. */
export function pageNonce(provider: string, id: string): string {
  return `${pageNoncePrefix}${provider}:${id}`;
}

/** The provider of a nonce for a payment on its page; null for any other nonce. */
export function pageProviderOf(nonce: string): string | null {
  return nonce.startsWith(pageNoncePrefix) ? (nonce.split(':')[1] ?? null) : null;
}

/** Whether an IBAN without spaces is well formed and its two check digits fit (ISO 13616). */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of Number.parseInt(sign, 36).toString()) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}

/** States of one attempt to pay an order; an attempt is one order and one nonce. */
export const paymentAttemptStates = [
  'charging',
  'unknown',
  /** The buyer has to do something at the bank or provider; nothing is granted yet. */
  'awaiting_action',
  /** The buyer has done everything; the bank or provider has not decided yet. */
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

/** What happens to an attempt. */
export const paymentAttemptEvents = [
  /** The bank holds the amount ready, and nothing is taken yet. */
  'authorise',
  'succeed',
  'decline',
  'lose_answer',
  /** The gateway is sure that it never charged, and refuses the attempt from now on. */
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
      lose_answer: 'unknown',
      rule_out: 'never_charged',
      await_payment: 'awaiting_payment',
      require_action: 'awaiting_action',
      await_decision: 'processing',
    },
    unknown: {
      authorise: 'authorised',
      succeed: 'charged',
      decline: 'declined',
      lose_answer: 'unknown',
      rule_out: 'never_charged',
      await_payment: 'awaiting_payment',
      require_action: 'awaiting_action',
      await_decision: 'processing',
    },
    // Only the gateway leads on from here; a look-up without an answer, or one that finds nothing new, changes nothing.
    awaiting_action: {
      authorise: 'authorised',
      succeed: 'charged',
      decline: 'declined',
      rule_out: 'never_charged',
      lose_answer: 'awaiting_action',
      require_action: 'awaiting_action',
      await_decision: 'processing',
    },
    // A provider may ask the buyer again, for example for another bank account.
    processing: {
      authorise: 'authorised',
      succeed: 'charged',
      decline: 'declined',
      rule_out: 'never_charged',
      lose_answer: 'processing',
      require_action: 'awaiting_action',
      await_decision: 'processing',
    },
    authorised: { succeed: 'charged', decline: 'declined', lose_answer: 'authorised' },
    awaiting_payment: { receive_payment: 'charged', expire: 'expired', void: 'voided' },
    charged: {},
    declined: {},
    never_charged: {},
    expired: {},
    voided: {},
  },
};

/** The states of attempts whose outcome the provider has not told finally. */
export const openAttemptStates = [
  'charging',
  'unknown',
  'awaiting_action',
  'processing',
  'authorised',
  'awaiting_payment',
] as const satisfies readonly PaymentAttemptState[];

/** Whether an order with an attempt in this state may not begin another. */
export function blocksNewAttempt(state: PaymentAttemptState): boolean {
  return !['declined', 'never_charged', 'expired'].includes(state);
}
