/** Mails about a membership or subscription; days are `YYYY-MM-DD`, amounts cents. */
export interface SubscriptionMailFacts {
  /** A yearly subscription renews within 30 days. */
  readonly renewal_reminder: {
    readonly subscription_id: string;
    /** The day of the charge. */
    readonly due: string;
    readonly amount: number;
    /** The last paid day, when the charge does not follow right upon it. */
    readonly paid_until?: string;
  };
  /** The charge was refused: when it is tried again, and until when the courses stay open. */
  readonly renewal_failed: {
    readonly subscription_id: string;
    readonly amount: number;
    readonly next_try: string;
    readonly last_day: string;
  };
  /** Receipt of a cancellation, with what is given back for unused months. */
  readonly subscription_cancelled: {
    readonly subscription_id: string;
    readonly ends_on: string;
    readonly refund: number;
  };
  readonly subscription_resumed: {
    readonly subscription_id: string;
    readonly due: string;
    readonly amount: number;
  };
  /** A redeemed period is about to end by itself. */
  readonly subscription_ending: { readonly subscription_id: string; readonly ends_on: string };
  readonly subscription_ended: {
    readonly subscription_id: string;
    readonly reason: 'unpaid' | 'cancelled' | 'redeemed';
  };
  readonly payment_method_changed: { readonly subscription_id: string };
}

/** What each mail needs to know; amounts and lines of an order are read when the mail is made. */
export interface MailFacts extends SubscriptionMailFacts {
  /** Order confirmation with the invoice and gift codes; `template` of the order chooses between the three. */
  readonly order: { readonly order_id: string };
  readonly gift: { readonly order_id: string };
  readonly subscription: { readonly order_id: string };
  /** A gift or voucher code to the person it is for. */
  readonly gift_delivery: { readonly gift_code_id: string };
  /** Confirmation of a paid renewal, with its invoice. */
  readonly renewal: { readonly order_id: string };
  /** First password of an account made by a purchase. */
  readonly set_password: { readonly token: string };
  readonly reset_password: { readonly token: string };
  /** Six digits to log in during checkout. */
  readonly login_code: { readonly code: string };
  /** To the new address, which counts once its link was followed. */
  readonly email_change: { readonly token: string };
  /** To the address so far, so that its owner can object; `email` is the new one. */
  readonly email_change_notice: { readonly email: string };
  /** The password was set anew; nothing more to know. */
  readonly password_changed: Readonly<Record<string, never>>;
  /** Asks the owner of an account without a password to confirm its end. */
  readonly account_deletion: { readonly token: string };
  /** Receipt: the account is gone. */
  readonly account_deleted: Readonly<Record<string, never>>;
  /** Double opt-in: nothing is sent until its link was followed. */
  readonly newsletter_confirm: { readonly token: string };
  /** First letter of a newsletter; `token` ends it. */
  readonly newsletter_welcome: { readonly token: string };
  /** Somebody's message, to the shop itself. */
  readonly contact_message: { readonly message_id: string };
  /** Receipt for a message. Repeats nothing that was typed, or strangers could send words through the shop. */
  readonly contact_receipt: Readonly<Record<string, never>>;
  /** An order by bank transfer: where the money goes; two days before the end once more; that it has ended. */
  readonly transfer_awaited: { readonly order_id: string };
  readonly transfer_reminder: { readonly order_id: string };
  readonly transfer_expired: { readonly order_id: string };
  readonly transfer_called_off: { readonly order_id: string };
  /** The parcel has left, with its tracking code. */
  readonly shipped: { readonly order_id: string };
  /** Money back, with the correction of the invoice. */
  readonly refund: { readonly refund_id: string };
  /** What came in, when, and what becomes of it: at once, whether or not it is about anything we know. */
  readonly withdrawal_receipt: { readonly declaration_id: string };
  readonly cancellation_receipt: { readonly declaration_id: string };
  /** What was decided, line by line. */
  readonly withdrawal_outcome: { readonly declaration_id: string };
  readonly cancellation_outcome: { readonly declaration_id: string };
}

export type MailTemplate = keyof MailFacts;

/** What these mails know are ids and figures; links, codes and addresses of the others are forgotten once they left. */
const keeping: readonly string[] = [
  'order',
  'gift',
  'subscription',
  'renewal',
  'shipped',
  'transfer_awaited',
  'transfer_reminder',
  'transfer_expired',
  'transfer_called_off',
  'refund',
  'withdrawal_receipt',
  'cancellation_receipt',
  'withdrawal_outcome',
  'cancellation_outcome',
] satisfies readonly MailTemplate[];

/** Whether the facts of a mail stay in the outbox, so that an operator can send a copy. */
export function keepsFacts(template: string): boolean {
  return keeping.includes(template);
}
