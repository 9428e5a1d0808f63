/** How long personal data is kept, in days unless named otherwise (docs/behaviour/personal-data.md). */
export const terms = {
  /** After its last change. */
  guestCart: 30,
  /** After the last change of state of an order that was never paid. */
  unpaidOrder: 30,
  /**
   * Whole calendar years after the one in which the last invoice or correction was issued (§ 147 (3) AO, § 14b UStG).
   */
  paidOrderYears: 8,
  /** As `paidOrderYears`, for orders in the one-stop shop (Art. 369k of Directive 2006/112/EC). */
  ossOrderYears: 10,
  /** After the end of a newsletter subscription: three years, with a leap day. */
  consentProof: 3 * 365 + 1,
  contactMessage: 365,
  /** After the last day of the giveaway. */
  giveawayEntry: 30,
  /** After an event was recorded that was delivered or given up. */
  webhookDelivery: 30,
  /** After a mail was sent or given up. */
  mail: 30,
  /** Withdrawals and cancellations about no purchase; a right to withdraw lasts twelve months and 14 days at most. */
  unmatchedDeclaration: 400,
  /** As `unmatchedDeclaration`, for those above the receipt limits: many with the same e-mail or client address. */
  collectedDeclaration: 30,
  /** After the last use of an operator's session. */
  operatorSession: 90,
  /** Three years, with a leap day; the database itself keeps anything younger from being deleted. */
  auditLog: 3 * 365 + 1,
  /** After an operator was removed. */
  removedOperator: 365,
  /** After a link or code has expired. */
  expiredLink: 1,
} as const;
