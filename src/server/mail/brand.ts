import type { Locale } from '#core/rules/locale.ts';

/** What mails and invoices say of the shop (decisions §1: one configuration file). */
export interface Brand {
  readonly name: string;
  /** Company, address, contact and register, line by line. */
  readonly company: readonly string[];
  readonly vat_id: string;
  /** For example `Meisterhand <post@meisterhand.example>`. */
  readonly sender: string;
  /** Where people's messages are read, for example `hilfe@meisterhand.example`. */
  readonly support: string;
  /** How long a parcel takes, in words. */
  readonly delivery_time: Readonly<Record<Locale, string>>;
}
