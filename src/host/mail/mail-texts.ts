import type { Locale } from '#core/rules/locale.ts';
import type { PaymentMethodSummary } from '#core/rules/payment.ts';

/** The sentences of `locales/<locale>/mail.json`; the composition hands them over. */
export type MailTexts = Readonly<Record<Locale, LocaleMailTexts>>;

interface LinkMailTexts {
  readonly subject: string;
  readonly heading: string;
  readonly intro: string;
  readonly link: string;
  readonly afterwards: string;
}

type OrderMailKey =
  | 'subject'
  | 'heading'
  | 'intro'
  | 'subtotal'
  | 'discount'
  | 'discount_plain'
  | 'shipping'
  | 'total'
  | 'credit'
  | 'vat'
  | 'ship_to'
  | 'shipping_note'
  | 'courses_note'
  | 'courses_link'
  | 'waiver_note'
  | 'preview'
  | 'account_note'
  | 'code_title'
  | 'code_value';

type InvoiceKey =
  | 'title'
  | 'number'
  | 'day'
  | 'order'
  | 'quantity'
  | 'item'
  | 'unit_price'
  | 'vat_rate'
  | 'amount'
  | 'discount'
  | 'shipping'
  | 'total'
  | 'credit'
  | 'due'
  | 'paid'
  | 'vat_summary'
  | 'net'
  | 'vat'
  | 'gross'
  | 'voucher_note'
  | 'export_note'
  | 'tax_number';

type MethodKey = PaymentMethodSummary['kind'] | 'card_with_digits';

export interface LocaleMailTexts {
  readonly greeting: string;
  readonly greeting_plain: string;
  readonly closing: string;
  readonly link_fallback: string;
  readonly order: Readonly<Record<OrderMailKey, string>>;
  readonly gift: { readonly subject: string };
  readonly subscription: { readonly subject: string };
  readonly set_password: LinkMailTexts;
  readonly reset_password: LinkMailTexts;
  readonly login_code: Omit<LinkMailTexts, 'link'>;
  readonly methods: Readonly<Record<MethodKey, string>>;
  readonly legal_version: string;
  readonly page: string;
  readonly terms_file: string;
  readonly withdrawal_file: string;
  readonly invoice_file: string;
  readonly gift_file: string;
  readonly invoice: Readonly<Record<InvoiceKey, string>>;
  readonly gift_sheet: Readonly<Record<'heading' | 'for' | 'how' | 'value', string>>;
}

/**
 * Puts values into the `{{name}}` places of a text.
 * @throws Error when the text names a value that is not there, so that no mail goes out with a hole.
 */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The mail text "${text}" needs a value for "${name}"`);
    return value;
  });
}

/** A payment method as a receipt names it: never more than the last four digits. */
export function writtenMethod(method: PaymentMethodSummary, texts: LocaleMailTexts['methods']): string {
  if (method.kind !== 'card' || method.last_four === null) return texts[method.kind];
  return fill(texts.card_with_digits, { digits: method.last_four });
}
