import type { GiftTheme } from '#core/model/gift-choice.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { ProductKind } from '#core/model/product.ts';
import { type Locale, type Localized, regions } from '#core/model/values.ts';
import { cents, formatPrice } from '#core/rules/basics/money.ts';
import type { OrderFactKey } from '#core/rules/orders/order-facts.ts';

/** The texts of `locales/<locale>/mail.json`, and `facts` of `checkout.json`. */
export type MailTexts = Localized<LocaleMailTexts>;

interface LinkMailTexts {
  readonly subject: string;
  readonly heading: string;
  readonly intro: string;
  readonly link: string;
  readonly afterwards: string;
}

interface NoteTexts {
  readonly subject: string;
  readonly heading: string;
  readonly intro: string;
  readonly afterwards: string;
}

type OrderMailKey =
  | 'subject'
  | 'heading'
  | 'intro'
  | 'enclosed'
  | 'contained'
  | 'subtotal'
  | 'discount'
  | 'discount_plain'
  | 'bundle'
  | 'shipping'
  | 'total'
  | 'promotional'
  | 'credit'
  | 'vat'
  | 'ship_to'
  | 'shipping_note'
  | 'courses_note'
  | 'courses_link'
  | 'waiver_note'
  | 'code_waiver_note'
  | 'later_start_note'
  | 'early_start_note'
  | 'preview'
  | 'account_note'
  | 'no_account_note'
  | 'item_for'
  | 'per_year'
  | 'per_month'
  | 'code_title'
  | 'code_sent'
  | 'code_sent_later'
  | 'code_parcel'
  | 'code_value';

type EarlyStartKey = 'subject' | 'heading' | 'intro' | 'asked_at' | 'afterwards';

type OrderLinkKey =
  | 'subject'
  | 'heading'
  | 'intro'
  | 'note'
  | 'link'
  | 'account'
  | 'account_link'
  | 'afterwards';

type InvoiceKey =
  | 'title'
  | 'number'
  | 'day'
  | 'order'
  | 'quantity'
  | 'item'
  | 'item_for'
  | 'unit_price'
  | 'vat_rate'
  | 'amount'
  | 'discount'
  | 'bundle_note'
  | 'shipping'
  | 'total'
  | 'total_plain'
  | 'promotional'
  | 'credit'
  | 'due'
  | 'paid'
  | 'vat_summary'
  | 'net'
  | 'vat'
  | 'gross'
  | 'voucher_note'
  | 'export_note'
  | 'tax_number'
  | 'issued'
  | 'supplied'
  | 'supply_period'
  | 'supply_parcel'
  | 'correction_title'
  | 'correction_number'
  | 'corrects'
  | 'correction_total'
  | 'correction_credit'
  | 'correction_due'
  | 'correction_paid';

type ShippedMailKey =
  | 'subject'
  | 'subject_part'
  | 'heading'
  | 'preview'
  | 'preview_with'
  | 'intro'
  | 'intro_part'
  | 'intro_last'
  | 'follow_note'
  | 'tracking'
  | 'tracking_with'
  | 'follow'
  | 'afterwards'
  | 'afterwards_parts';

type TransferKey = 'account_holder' | 'iban' | 'bic' | 'reference' | 'amount' | 'due';

type TransferMailTexts = NoteTexts & { readonly preview: string };

type RefundMailKey =
  | 'subject'
  | 'heading'
  | 'preview'
  | 'withdrawal'
  | 'cancellation'
  | 'duplicate'
  | 'operator'
  | 'shipping'
  | 'total'
  | 'to_method'
  | 'to_credit'
  | 'method_note'
  | 'credit_note'
  | 'correction_note';

type DeclarationKey =
  | 'reference'
  | 'received'
  | 'code'
  | 'name'
  | 'email'
  | 'lines'
  | 'everything'
  | 'some_lines'
  | 'not_repeated'
  | 'kind'
  | 'ordinary'
  | 'extraordinary'
  | 'ends_on'
  | 'soonest'
  | 'reason'
  | 'unmatched';

interface ReceiptTexts {
  readonly subject: string;
  readonly heading: string;
  readonly intro: string;
  readonly afterwards: string;
}

interface OutcomeTexts extends Omit<ReceiptTexts, 'afterwards'> {
  /** Texts of the decision per line or subscription, by code. */
  readonly results: Readonly<Record<string, string>>;
  readonly afterwards: string;
}

type MethodKey = PaymentMethodSummary['kind'] | 'card_with_digits';

type SubscriptionMailTexts = Readonly<Record<'subject' | 'heading' | 'intro' | 'afterwards', string>>;

export interface LocaleMailTexts {
  readonly greeting: string;
  readonly greeting_plain: string;
  readonly closing: string;
  readonly link_fallback: string;
  /** The subject of a mail that an operator sends to themselves. */
  readonly trial: string;
  readonly order: Readonly<Record<OrderMailKey, string>>;
  /** The sentences above the order button, `checkout:facts`. */
  readonly facts: Readonly<Record<OrderFactKey, string>>;
  readonly length: string;
  readonly gift: { readonly subject: string };
  readonly subscription: { readonly subject: string };
  readonly shipped: Readonly<Record<ShippedMailKey, string>>;
  readonly transfer: Readonly<Record<TransferKey, string>>;
  readonly transfer_awaited: TransferMailTexts;
  readonly transfer_reminder: TransferMailTexts;
  readonly transfer_expired: TransferMailTexts;
  readonly transfer_called_off: TransferMailTexts;
  readonly payment_failed: LinkMailTexts;
  readonly early_start: Readonly<Record<EarlyStartKey, string>>;
  readonly order_link: Readonly<Record<OrderLinkKey, string>>;
  readonly set_password: LinkMailTexts;
  readonly reset_password: LinkMailTexts;
  readonly email_confirmation: LinkMailTexts;
  readonly login_code: Omit<LinkMailTexts, 'link'> & { readonly intro_hour: string };
  readonly email_change: LinkMailTexts;
  readonly email_change_notice: NoteTexts;
  readonly email_change_code: Omit<LinkMailTexts, 'link'>;
  readonly email_changed: LinkMailTexts;
  readonly password_changed: NoteTexts & Readonly<Record<'kept' | 'removed', string>>;
  readonly passkey_added: NoteTexts;
  readonly account_deletion: LinkMailTexts;
  readonly account_deleted: NoteTexts;
  readonly newsletter_confirm: LinkMailTexts & { readonly consent: string };
  readonly newsletter_welcome: LinkMailTexts;
  readonly contact_message: { readonly subject: string; readonly heading: string } & Readonly<
    Record<'from' | 'topic' | 'order' | 'received' | 'message', string>
  >;
  readonly contact_receipt: NoteTexts;
  readonly giveaway_won: NoteTexts;
  readonly contract: Readonly<Record<'method' | 'link', string>>;
  readonly renewal: SubscriptionMailTexts & { readonly preview: string };
  readonly renewal_reminder: SubscriptionMailTexts;
  readonly renewal_failed: SubscriptionMailTexts;
  readonly subscription_cancelled: SubscriptionMailTexts & { readonly refund_note: string };
  readonly subscription_resumed: SubscriptionMailTexts;
  readonly subscription_ending: SubscriptionMailTexts;
  readonly subscription_ended: Readonly<Record<'unpaid' | 'cancelled' | 'redeemed', SubscriptionMailTexts>>;
  readonly payment_method_changed: SubscriptionMailTexts;
  readonly methods: Readonly<Record<MethodKey, string>>;
  readonly legal_version: string;
  readonly page: string;
  readonly terms_file: string;
  readonly withdrawal_file: string;
  readonly invoice_file: string;
  readonly confirmation_file: string;
  readonly gift_file: string;
  readonly invoice: Readonly<Record<InvoiceKey, string>>;
  readonly product_kinds: Readonly<Record<ProductKind, string>>;
  readonly correction_file: string;
  readonly refund: Readonly<Record<RefundMailKey, string>>;
  readonly declaration: Readonly<Record<DeclarationKey, string>>;
  readonly withdrawal_receipt: ReceiptTexts;
  readonly cancellation_receipt: ReceiptTexts;
  readonly collected_receipt: Readonly<Record<'subject' | 'heading' | 'intro' | 'more', string>>;
  readonly withdrawal_outcome: OutcomeTexts & Readonly<Record<'refund_note' | 'return_note', string>>;
  readonly cancellation_outcome: OutcomeTexts;
  readonly gift_delivery: Readonly<
    Record<
      'preview' | 'preview_from' | 'from' | 'intro' | 'intro_plain' | 'greeting' | 'link' | 'how',
      string
    > &
      /** Where the recipient's data come from; `privacy_anchor` is a heading of the privacy page. */
      Record<'privacy' | 'privacy_link' | 'privacy_anchor', string> &
      Record<'subjects' | 'headings', Readonly<Record<GiftTheme, string>>>
  >;
  readonly confirmation: Readonly<
    Record<'title' | 'file' | 'heading' | 'by' | 'has' | 'watched' | 'day' | 'note', string>
  >;
  readonly worksheet: { readonly lesson: string };
  readonly notes: Readonly<Record<'title' | 'file' | 'by' | 'lesson' | 'bookmark', string>>;
  readonly packing_slip: Readonly<Record<'title' | 'day' | 'rest' | 'for' | 'from', string>>;
  readonly packing_slips: Readonly<Record<'title' | 'file', string>>;
  readonly gift_sheet: Readonly<
    Record<'for' | 'from' | 'how' | 'value', string> & {
      readonly headings: Readonly<Record<GiftTheme, string>>;
    }
  >;
}

/**
 * Fills the `{{name}}` placeholders of a text.
 * @throws Error when a value is missing, so that no mail has a gap.
 */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The mail text "${text}" needs a value for "${name}"`);
    return value;
  });
}

/** A payment method for receipts, with no more than the last four digits. */
export function writtenMethod(method: PaymentMethodSummary, texts: LocaleMailTexts['methods']): string {
  if (method.kind === 'provider_page') return method.label ?? texts.provider_page;
  if (method.kind !== 'card' || method.last_four === null) return texts[method.kind];
  return fill(texts.card_with_digits, { digits: method.last_four });
}

/** Formats a VAT rate in percent: `25,5` in German. */
export function writtenRate(rate: number, locale: Locale): string {
  return locale === 'de' ? String(rate).replace('.', ',') : String(rate);
}

/** Formats an amount in cents, with a true minus sign for deductions. */
export function writtenAmount(amount: number, locale: Locale): string {
  return formatPrice(cents(amount), locale).replace('-', '\u2212');
}

/** Kept, because creating a format takes far longer than using it. */
const longDays: Partial<Record<Locale, Intl.DateTimeFormat>> = {};

/** Formats a calendar day (`YYYY-MM-DD`): `21. November 2026`, `21 November 2026`. */
export function writtenDay(day: string, locale: Locale): string {
  longDays[locale] ??= new Intl.DateTimeFormat(regions[locale], { dateStyle: 'long', timeZone: 'UTC' });
  return longDays[locale].format(new Date(`${day}T00:00:00Z`));
}

/** Formats date and time in the shop's time zone, as proof of receipt: `21. November 2026 um 11:00:05 MEZ`. */
export function writtenMoment(moment: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(regions[locale], {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'Europe/Berlin',
  }).format(moment);
}
