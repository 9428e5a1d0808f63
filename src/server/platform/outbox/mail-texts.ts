import type { PaymentMethodSummary } from '#core/model/payment.ts';
import { type Locale, type Localized, regions } from '#core/model/values.ts';
import { cents, formatPrice } from '#core/rules/basics/money.ts';
import type { OrderFactKey } from '#core/rules/orders/order-facts.ts';
import type german from '#locales/de/mail.json';

/** The texts of `locales/<locale>/mail.json`, and `facts` of `checkout.json`. */
export type MailTexts = Localized<LocaleMailTexts>;

type German = typeof german;
type Outcome = 'withdrawal_outcome' | 'cancellation_outcome';

/** The keys are those of the German file; a test compares the English ones. */
export type LocaleMailTexts = Omit<German, Outcome> & {
  /** `results` are texts of the decision per line or subscription, by code. */
  readonly [Key in Outcome]: Omit<German[Key], 'results'> & {
    readonly results: Readonly<Record<string, string>>;
  };
} & {
  /** The sentences above the order button, `checkout:facts`. */
  readonly facts: Readonly<Record<OrderFactKey, string>>;
};

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
export function formatPaymentMethod(method: PaymentMethodSummary, texts: LocaleMailTexts['methods']): string {
  if (method.kind === 'provider_page') return method.label ?? texts.provider_page;
  if (method.kind !== 'card' || method.last_four === null) return texts[method.kind];
  return fill(texts.card_with_digits, { digits: method.last_four });
}

/** Formats a VAT rate in percent: `25,5` in German. */
export function formatVatRate(rate: number, locale: Locale): string {
  return locale === 'de' ? String(rate).replace('.', ',') : String(rate);
}

/** Formats an amount in cents, with a true minus sign for deductions. */
export function formatAmount(amount: number, locale: Locale): string {
  return formatPrice(cents(amount), locale).replace('-', '\u2212');
}

/** Cached, because creating a format takes far longer than using it. */
const longDays: Partial<Record<Locale, Intl.DateTimeFormat>> = {};

/** Formats a calendar day (`YYYY-MM-DD`): `21. November 2026`, `21 November 2026`. */
export function formatDay(day: string, locale: Locale): string {
  longDays[locale] ??= new Intl.DateTimeFormat(regions[locale], { dateStyle: 'long', timeZone: 'UTC' });
  return longDays[locale].format(new Date(`${day}T00:00:00Z`));
}

/** Formats date and time in the shop's time zone, as proof of receipt: `21. November 2026 um 11:00:05 MEZ`. */
export function formatDateTime(moment: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(regions[locale], {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'Europe/Berlin',
  }).format(moment);
}
