/** What mails and invoices say of the shop (decisions §1: one configuration file). */
export interface Brand {
  readonly name: string;
  /** Company, address, contact and register, line by line. */
  readonly company: readonly string[];
  readonly vat_id: string;
  /** For example `Meisterhand <post@meisterhand.example>`. */
  readonly sender: string;
}
