import type { AccountExport } from '#api/personal-data/personal-data-endpoints.ts';
import { sessionDays } from '#server/accounts/sessions.ts';
import { newsletterLinkDays } from '#server/marketing/newsletter.ts';
import { terms } from './retention-terms.ts';

/** One kind of personal data: its purpose, legal basis and retention. */
interface PersonalData {
  readonly what: string;
  readonly purpose: string;
  /** Article 6 (1) GDPR: b, a, c and f. */
  readonly basis: 'contract' | 'consent' | 'legal duty' | 'legitimate interest';
  /** Parts of an account's export that contain it. Empty if none does: secrets, operators' data, copies. */
  readonly exported: readonly Exclude<keyof AccountExport, 'exported_at'>[];
  /** `removed`: nothing of it is left after the deletion of the account. `kept`: until its own term ends. */
  readonly deletion: 'removed' | 'kept';
  /** When it is deleted if the account is not. */
  readonly ends: string;
  /**
   * Days after a guest's last action, or the deletion of an account, after which nothing is left at the latest.
   * Infinite if it identifies nobody from then on.
   */
  readonly keptDays: number;
}

/** Ten years in the one-stop shop and the rest of the calendar year, with three leap days. */
const paidOrderDays = (terms.ossOrderYears + 1) * 365 + 3;

/** Retention required by tax law. */
const paidOrderYears = `${terms.paidOrderYears} calendar years (one-stop shop: ${terms.ossOrderYears})`;

/** Days in which an order that waits for a transfer may still cause mails and failing mails are retried. */
const lastMailDays = 30;

/**
 * The kinds of personal data in the database, from which docs/behaviour/personal-data.md is generated.
 * `personal-columns.ts` assigns a kind to each column.
 */
export const personalData = {
  account: {
    what: 'e-mail, names, salutation, language and choices of an account',
    purpose: 'the account',
    basis: 'contract',
    exported: ['account'],
    deletion: 'removed',
    ends: 'with the account',
    keptDays: 0,
  },
  credentials: {
    what: 'hashes of the password and of what keeps a device logged in; public keys of passkeys',
    purpose: 'logging in',
    basis: 'contract',
    exported: [],
    deletion: 'removed',
    ends: 'with the account',
    keptDays: 0,
  },
  links: {
    what: 'hashes of mailed links and codes, with a new e-mail address that waits for its link; of what a passkey has to sign',
    purpose: 'proof that somebody reads the mails of an address, or has a passkey',
    basis: 'contract',
    exported: [],
    deletion: 'removed',
    ends: `${terms.expiredLink} day after the link has expired; what is to be signed with its use or end`,
    keptDays: 0,
  },
  sessions: {
    what: 'devices that are logged in; passkeys and when they were used',
    purpose: 'logging in; the lists of both',
    basis: 'contract',
    exported: ['sessions', 'passkeys'],
    deletion: 'removed',
    ends: `${sessionDays} days after the last use; passkeys with the account`,
    keptDays: 0,
  },
  addressBook: {
    what: 'saved postal addresses',
    purpose: 'the next order',
    basis: 'contract',
    exported: ['addresses'],
    deletion: 'removed',
    ends: 'with the account',
    keptDays: 0,
  },
  origin: {
    what: 'the campaign that led to the registration',
    purpose: 'measuring campaigns',
    basis: 'consent',
    exported: ['origin'],
    deletion: 'removed',
    ends: 'with the account',
    keptDays: 0,
  },
  cart: {
    what: 'cart and wish list, with the recipients of gifts, e-mail and address typed at checkout',
    purpose: 'preparing an order',
    basis: 'contract',
    exported: ['cart', 'cart_merges', 'wish_list'],
    deletion: 'removed',
    ends: `with the account; of guests ${terms.guestCart} days after the last change`,
    keptDays: terms.guestCart,
  },
  cartKeys: {
    what: 'id by which a browser finds its cart, and the voucher that is to pay for it',
    purpose: 'preparing an order',
    basis: 'contract',
    exported: [],
    deletion: 'removed',
    ends: 'with the cart',
    keptDays: terms.guestCart,
  },
  learning: {
    what: 'what was watched when, notes and bookmarks',
    purpose: 'learning',
    basis: 'contract',
    exported: ['progress', 'notes'],
    deletion: 'removed',
    ends: 'with the account',
    keptDays: 0,
  },
  use: {
    what: 'when the digital content of an order or gift was first given out, and with which lesson; of a membership also when it last was',
    purpose: 'whether a right of withdrawal has ended, and proof of it',
    basis: 'contract',
    exported: ['orders', 'codes'],
    deletion: 'kept',
    ends: 'with the order',
    keptDays: paidOrderDays,
  },
  reviews: {
    what: 'reviews with their chosen name, how much of the course was watched until then, and the answer of the shop',
    purpose: 'publishing them',
    basis: 'contract',
    exported: ['reviews'],
    deletion: 'removed',
    ends: 'with the account',
    keptDays: 0,
  },
  access: {
    what: 'courses, memberships and subscriptions of an account',
    purpose: 'giving access; charging and ending a subscription',
    basis: 'contract',
    exported: ['courses', 'subscriptions', 'codes'],
    deletion: 'kept',
    ends: 'with the account, whose row names nobody from then on',
    keptDays: Number.POSITIVE_INFINITY,
  },
  storedCard: {
    what: 'stored payment method: brand and last four digits',
    purpose: 'charging renewals',
    basis: 'contract',
    exported: ['subscriptions'],
    deletion: 'removed',
    ends: 'with the account',
    keptDays: 0,
  },
  vaultToken: {
    what: 'key of the stored payment method at the provider',
    purpose: 'charging renewals',
    basis: 'contract',
    exported: [],
    deletion: 'removed',
    ends: 'with the account',
    keptDays: 0,
  },
  order: {
    what: 'e-mail, names, addresses, recipients of gifts, typed codes, tracking code of an order',
    purpose: 'carrying out the order; tax law',
    basis: 'legal duty',
    exported: ['orders'],
    deletion: 'kept',
    ends: `paid: ${paidOrderYears} after the last invoice; never paid: ${terms.unpaidOrder} days`,
    keptDays: paidOrderDays,
  },
  orderNote: {
    what: 'what operators noted about an order',
    purpose: 'answering the buyer',
    basis: 'legitimate interest',
    exported: ['orders'],
    deletion: 'kept',
    ends: 'with the order',
    keptDays: paidOrderDays,
  },
  operatorNote: {
    what: 'which operator wrote a note about an order',
    purpose: 'asking who knows more',
    basis: 'legitimate interest',
    exported: [],
    deletion: 'kept',
    ends: 'with the order',
    keptDays: paidOrderDays,
  },
  payment: {
    what: 'payment method (brand, last four digits), what the provider tells of a payment',
    purpose: 'payment and refund; tax law',
    basis: 'legal duty',
    exported: ['orders'],
    deletion: 'kept',
    ends: 'with the order',
    keptDays: paidOrderDays,
  },
  paymentStep: {
    what: 'address at which the bank or provider asks the buyer to approve a payment',
    purpose: 'payment',
    basis: 'contract',
    exported: [],
    deletion: 'kept',
    ends: 'with the order',
    keptDays: paidOrderDays,
  },
  paymentNetwork: {
    what: 'keyed hash of the network address that a payment was begun from',
    purpose: 'limiting open transfers and held stock',
    basis: 'legitimate interest',
    exported: [],
    deletion: 'removed',
    ends: 'when the payment has ended',
    keptDays: terms.unpaidOrder,
  },
  invoice: {
    what: 'invoices and corrections as issued',
    purpose: 'tax law',
    basis: 'legal duty',
    exported: ['orders'],
    deletion: 'kept',
    ends: `${paidOrderYears} after it was issued`,
    keptDays: paidOrderDays,
  },
  document: {
    what: 'PDFs and letters as they were sent; the buyer has them by mail, and PDFs on the page of the order',
    purpose: 'proof of what was sent; tax law',
    basis: 'legal duty',
    exported: [],
    deletion: 'kept',
    ends: 'with the order or the declaration',
    keptDays: paidOrderDays,
  },
  gift: {
    what: 'name, e-mail and greeting of whom a gift or voucher is for',
    purpose: 'delivering the gift',
    basis: 'contract',
    exported: ['orders'],
    deletion: 'kept',
    ends: 'with the order',
    keptDays: paidOrderDays,
  },
  giftCode: {
    what: 'code of a gift or voucher, which belongs to whoever has it',
    purpose: 'redeeming it',
    basis: 'contract',
    exported: [],
    deletion: 'kept',
    ends: 'never: it names nobody once the gift has lost its recipient',
    keptDays: Number.POSITIVE_INFINITY,
  },
  couponUse: {
    what: 'e-mail of whom used a coupon with a limit per customer',
    purpose: 'keeping the limit',
    basis: 'contract',
    exported: ['orders'],
    deletion: 'kept',
    ends: 'with the order',
    keptDays: paidOrderDays,
  },
  declaration: {
    what: 'withdrawals and cancellations as declared',
    purpose: 'carrying them out, and proof',
    basis: 'legal duty',
    exported: ['declarations'],
    deletion: 'kept',
    ends: `with the order; about no purchase after ${terms.unmatchedDeclaration} days, one of many after ${terms.collectedDeclaration}`,
    keptDays: paidOrderDays,
  },
  newsletter: {
    what: 'e-mail, and when and where the newsletter was asked for, confirmed and ended',
    purpose: 'the newsletter, and proof of the consent',
    basis: 'consent',
    exported: ['newsletter'],
    deletion: 'kept',
    ends: 'never confirmed: 7 days; else three years after the newsletter has ended',
    keptDays: terms.consentProof,
  },
  newsletterLink: {
    what: 'hash of the link that confirms the newsletter',
    purpose: 'proof that somebody reads the mails of an address',
    basis: 'consent',
    exported: [],
    deletion: 'removed',
    ends: `after ${newsletterLinkDays} days, or when it is used`,
    keptDays: newsletterLinkDays,
  },
  giveaway: {
    what: 'e-mail of an entry',
    purpose: 'the giveaway',
    basis: 'contract',
    exported: ['giveaways'],
    deletion: 'removed',
    ends: `${terms.giveawayEntry} days after the last day of the giveaway`,
    keptDays: 365 + terms.giveawayEntry,
  },
  contact: {
    what: 'messages to the shop',
    purpose: 'answering them',
    basis: 'contract',
    exported: ['messages'],
    deletion: 'removed',
    ends: `${terms.contactMessage} days after they arrived`,
    keptDays: terms.contactMessage,
  },
  mail: {
    what: 'recipient of mails',
    purpose: 'sending mails, and sending them again',
    basis: 'contract',
    exported: ['mails'],
    deletion: 'kept',
    ends: `${terms.mail} days after a mail was sent or given up`,
    keptDays: lastMailDays + terms.mail,
  },
  mailContent: {
    what: 'links and codes of mails that wait, and what a mail server said of a failed one',
    purpose: 'sending mails, and sending them again',
    basis: 'contract',
    exported: [],
    deletion: 'kept',
    ends: `links and codes when sent; else ${terms.mail} days after a mail was given up`,
    keptDays: lastMailDays + terms.mail,
  },
  webhook: {
    what: 'ids of accounts and orders, tracking codes',
    purpose: 'telling systems of the operator',
    basis: 'legitimate interest',
    exported: [],
    deletion: 'kept',
    ends: `${terms.webhookDelivery} days after the event, when it was delivered or given up`,
    keptDays: terms.webhookDelivery,
  },
  operator: {
    what: 'e-mail, name, role and sessions of who runs the shop, and whose API keys are',
    purpose: 'logging in to the back office',
    basis: 'contract',
    exported: [],
    deletion: 'kept',
    ends: `${terms.removedOperator} days after an operator was removed; sessions ${terms.operatorSession} days after the last use`,
    keptDays: terms.removedOperator,
  },
  operatorAudit: {
    what: 'who of the operators has changed what, when and from which network, with the values before and after',
    purpose: 'finding out who has done what',
    basis: 'legitimate interest',
    exported: [],
    deletion: 'kept',
    ends: `${terms.auditLog} days after the change`,
    keptDays: terms.auditLog,
  },
  operatorSecrets: {
    what: 'hashes of passwords, sessions, invitations and recovery codes of operators; what their second factor is derived from',
    purpose: 'logging in to the back office',
    basis: 'contract',
    exported: [],
    deletion: 'kept',
    ends: 'with the operator or the session',
    keptDays: terms.removedOperator,
  },
  limits: {
    what: 'hashes of e-mail and network addresses, with a count',
    purpose: 'slowing attacks down',
    basis: 'legitimate interest',
    exported: [],
    deletion: 'kept',
    ends: 'a day after the first count at the latest',
    keptDays: 2,
  },
} as const satisfies Readonly<Record<string, PersonalData>>;

export type PersonalDataKind = keyof typeof personalData;
