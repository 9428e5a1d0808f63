/** Time limits in milliseconds. The provider's own are a minute and more, and some calls of its never end. */
export interface BraintreeLimits {
  /** All of `mount`. */
  readonly mount: number;
  /** From the fields to a nonce. */
  readonly tokenize: number;
  /** From a nonce to the bank's answer, or to its question standing in the page. */
  readonly lookup: number;
  /** Until the shopper has answered the bank's question. */
  readonly challenge: number;
  /** For each call of a way to pay without typing, its script included. */
  readonly shortcut: number;
  /** Until the kept cards are known, which stand before everything else and are waited for. */
  readonly savedCards: number;
  /** How long a nonce waits for the device data that is collected beside it. */
  readonly deviceData: number;
}

export const usualLimits: BraintreeLimits = {
  mount: 20_000,
  tokenize: 30_000,
  lookup: 30_000,
  challenge: 10 * 60_000,
  shortcut: 20_000,
  savedCards: 5_000,
  deviceData: 3_000,
};
