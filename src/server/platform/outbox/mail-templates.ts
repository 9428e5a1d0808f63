import { sql } from 'kysely';
import type { WrittenMail } from '#core/model/mail-text.ts';

/** Mails about a membership or subscription; days are `YYYY-MM-DD`, amounts cents. */
export interface SubscriptionMailFacts {
  /** A yearly subscription renews within 30 days. */
  readonly renewal_reminder: {
    readonly subscription_id: string;
    /** The day of the charge. */
    readonly due: string;
    readonly amount: number;
    /** The last paid day, if the charge does not follow directly. */
    readonly paid_until?: string;
  };
  /** The charge was refused: day of the next attempt, and last day of access to the courses. */
  readonly renewal_failed: {
    readonly subscription_id: string;
    readonly amount: number;
    readonly next_try: string;
    readonly last_day: string;
  };
  /** Receipt of a cancellation, with the refund for unused months. */
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
  /** A redeemed period ends soon and is not renewed. */
  readonly subscription_ending: { readonly subscription_id: string; readonly ends_on: string };
  readonly subscription_ended: {
    readonly subscription_id: string;
    readonly reason: 'unpaid' | 'cancelled' | 'redeemed';
  };
  readonly payment_method_changed: { readonly subscription_id: string };
}

/** The stored facts of each mail; amounts and lines of an order are read when the mail is composed. */
export interface MailFacts extends SubscriptionMailFacts {
  /** Order confirmation with invoice and gift codes; the `template` of the order selects one of three texts. */
  readonly order: { readonly order_id: string };
  readonly gift: { readonly order_id: string };
  readonly subscription: { readonly order_id: string };
  /** Confirms what the buyer requested after the order: that a service begins within the withdrawal period. */
  readonly early_start: { readonly order_id: string };
  /** A link to an order, requested with its number and e-mail address. */
  readonly order_link: { readonly order_id: string };
  /** A gift or voucher code for its recipient. */
  readonly gift_delivery: { readonly gift_code_id: string };
  /** Confirmation of a paid renewal, with its invoice. */
  readonly renewal: { readonly order_id: string };
  /** First password of an account made by a purchase. */
  readonly set_password: { readonly token: string };
  readonly reset_password: { readonly token: string };
  /** After a registration: the link confirms the address. */
  readonly email_confirmation: { readonly token: string };
  /** Six digits to log in; valid for ten minutes unless `lasts` is set. */
  readonly login_code: { readonly code: string; readonly lasts?: 'hour' };
  /** To the new address, which becomes valid when its link is opened. */
  readonly email_change: { readonly token: string };
  /** To the previous address, so that its owner can object; `email` is the new one. */
  readonly email_change_notice: { readonly email: string };
  /** Six digits to the current address, which authorise its change. */
  readonly email_change_code: { readonly code: string };
  /** To the former address: what the new one is, and a link that undoes the change. */
  readonly email_changed: { readonly token: string; readonly email: string };
  /** `passkeys`: whether those of the account were kept or removed; absent if it had none. */
  readonly password_changed: { readonly passkeys?: 'kept' | 'removed' };
  readonly passkey_added: Readonly<Record<string, never>>;
  /** Asks the owner of an account without a password to confirm its deletion. */
  readonly account_deletion: { readonly token: string };
  /** Receipt for the deletion of an account. */
  readonly account_deleted: Readonly<Record<string, never>>;
  /** Double opt-in: no newsletter is sent until its link is opened. */
  readonly newsletter_confirm: { readonly token: string };
  /** First newsletter mail; `token` unsubscribes. */
  readonly newsletter_welcome: { readonly token: string };
  /** A contact message, to the shop itself. */
  readonly contact_message: { readonly message_id: string };
  /** Receipt for a contact message. Repeats no user input, or strangers could send text through the shop. */
  readonly contact_receipt: Readonly<Record<string, never>>;
  /** To each winner of a giveaway, with its title in the winner's language. */
  readonly giveaway_won: { readonly title: string };
  /** Bank transfer: the instructions, a reminder two days before the end, and the end of the order. */
  readonly transfer_awaited: { readonly order_id: string };
  readonly transfer_reminder: { readonly order_id: string };
  readonly transfer_expired: { readonly order_id: string };
  readonly transfer_called_off: { readonly order_id: string };
  /** A payment whose outcome came later has failed; the order can be paid again. */
  readonly payment_failed: { readonly order_id: string };
  /** Shipping notice of a parcel: the only one of its order, one with more to follow, or the last of several. */
  readonly shipped: {
    readonly order_id: string;
    readonly parcel_id: string;
    readonly share: 'only' | 'part' | 'last';
  };
  /** An operator has changed the delivery address. */
  readonly address_changed: { readonly order_id: string };
  /** Refund notice, with the correction of the invoice. */
  readonly refund: { readonly refund_id: string };
  /** Receipt of a declaration: content, time and next steps. Sent at once, even when no purchase matches. */
  readonly withdrawal_receipt: { readonly declaration_id: string };
  readonly cancellation_receipt: { readonly declaration_id: string };
  /**
   * One receipt for all declarations of an address whose decision names the hour `collected` (ISO 8601);
   * `declaration_id` is the first of them.
   */
  readonly collected_receipt: { readonly declaration_id: string; readonly collected: string };
  /** The decision, per line. */
  readonly withdrawal_outcome: { readonly declaration_id: string };
  readonly cancellation_outcome: { readonly declaration_id: string };
  /** To an operator whose access was changed; `reset`: all of it, by an owner or a command. */
  readonly operator_access: { readonly change: 'password' | 'factor' | 'codes' | 'reset' };
  /** A test mail with the texts as they were saved last, to the operator who requests it. */
  readonly text_trial: { readonly mail: WrittenMail };
}

export type MailTemplate = keyof MailFacts;

/** Mails whose facts are only ids and numbers. Links, codes and addresses of other mails are deleted once sent. */
const keeping: readonly string[] = [
  'order',
  'gift',
  'subscription',
  'early_start',
  'order_link',
  'renewal',
  'shipped',
  'address_changed',
  'transfer_awaited',
  'transfer_reminder',
  'transfer_expired',
  'transfer_called_off',
  'payment_failed',
  'refund',
  'withdrawal_receipt',
  'cancellation_receipt',
  'collected_receipt',
  'withdrawal_outcome',
  'cancellation_outcome',
] satisfies readonly MailTemplate[];

/** Whether the facts of a sent mail stay in the outbox, so that an operator can send a copy. */
export function keepsFacts(template: string): boolean {
  return keeping.includes(template);
}

/**
 * Whether a mail is a letter about an order or a declaration, which is stored as it was sent
 * (docs/behaviour/orders.md#issued-documents). A mail with a link to an order has no content of its own.
 */
export function isLetter(template: string): boolean {
  return keepsFacts(template) && template !== 'order_link';
}

/** Returns the key of a stored letter in `documents`; a copy has the key of the first letter. */
export function letterKey({ id, repeats }: { readonly id: string; readonly repeats: string | null }): string {
  return `mail:${repeats ?? id}`;
}

/** `letterKey` for queries of `outbox`. */
export const letterKeyOfRow = sql<string>`'mail:' || coalesce(outbox.repeats, outbox.id)::text`;
