import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/**
 * Cost that a call causes: a mail to a mailbox; a stored row; a guess at a secret; a call of a payment provider; stock
 * that nobody else can buy; processor time; bytes of films.
 */
type Effort = 'mail' | 'row' | 'secret' | 'provider' | 'stock' | 'processor' | 'bytes';

/**
 * What a limit counts by. `network`: an IPv4 address, or the first 64 bits of an IPv6 address; `site`: an IPv4 address,
 * or the first 48 bits of an IPv6 address; `device`: a device that was logged in before; `email`: the given address,
 * often a third person's; `mailbox`: that address without the part after a plus sign.
 */
type Subject = 'account' | 'cart' | 'device' | 'email' | 'mailbox' | 'network' | 'number' | 'order' | 'site';

/** A rate limit. */
export interface Limit {
  readonly effort: Effort;
  /** Subjects that together form the key of the counter. */
  readonly by: readonly Subject[];
  readonly most: number;
  /** Window in minutes; it begins with the first hit. */
  readonly minutes: number;
  /**
   * `calls`: every call, before its handler; calls without the subject are not counted. `cases`: events that the
   * service counts, such as failures, or mails that are really sent.
   */
  readonly counts: 'calls' | 'cases';
  /**
   * `database`: one counter for all server processes. `memory`: one per process, for limits that only protect the
   * process itself, because counting must cost less than the work.
   */
  readonly kept: 'database' | 'memory';
}

/**
 * Limit of an IPv6 site as a multiple of the limit by network: each limit by network also applies to the first 48 bits
 * of an IPv6 address, with this many times its number. One site has 65,536 networks, but a mobile provider may give
 * networks of one site to different people.
 */
export const networksOfSite = 16;

const hour = 60;
const day = 24 * 60;

type Numbers = Pick<Limit, 'by' | 'most' | 'minutes'>;

function calls<const N extends Numbers>(effort: Effort, numbers: N) {
  return { effort, ...numbers, counts: 'calls', kept: 'database' } as const;
}

function cases<const N extends Numbers>(effort: Effort, numbers: N) {
  return { effort, ...numbers, counts: 'cases', kept: 'database' } as const;
}

function pace<const N extends Numbers>(numbers: N, effort: Effort = 'processor') {
  return { effort, ...numbers, counts: 'calls', kept: 'memory' } as const;
}

/**
 * Every limit of the shop by its name (docs/behaviour/accounts.md#policy-of-effort). Limits by network are generous,
 * because a school or a mobile provider may use one address for many people.
 */
export const limits = {
  // Calls of one client: far more than people make, far fewer than a process can handle.
  reads: pace({ by: ['network'], most: 6_000, minutes: 1 }),
  changes: pace({ by: ['network'], most: 6_000, minutes: 10 }),
  changes_of_account: pace({ by: ['account'], most: 6_000, minutes: 10 }),
  slow_work: pace({ by: ['network'], most: 600, minutes: 10 }),
  // Pages rendered for a visitor or not cached yet: ten per second. Cached pages are not counted.
  pages: pace({ by: ['network'], most: 600, minutes: 1 }),
  // The same for prefetched pages: a list prefetches the pages that it links to.
  pages_ahead: pace({ by: ['network'], most: 1_200, minutes: 1 }),

  // Failed guesses of secrets.
  login: cases('secret', { by: ['email', 'network'], most: 10, minutes: 15 }),
  login_day: cases('secret', { by: ['email', 'network'], most: 30, minutes: day }),
  login_device: cases('secret', { by: ['email', 'device'], most: 10, minutes: 15 }),
  // All known devices of an e-mail address together: an attacker may have collected device tokens before it was
  // confirmed.
  login_devices: cases('secret', { by: ['email'], most: 100, minutes: day }),
  login_account: cases('secret', { by: ['email'], most: 100, minutes: 15 }),
  login_slowed: cases('secret', { by: ['email', 'network'], most: 1, minutes: 1 / 6 }),
  login_network: cases('secret', { by: ['network'], most: 100, minutes: 15 }),
  login_code_guess: calls('secret', { by: ['network'], most: 100, minutes: 15 }),
  login_code_guess_network: cases('secret', { by: ['email', 'network'], most: 5, minutes: 15 }),
  login_code_guess_account: cases('secret', { by: ['email'], most: 100, minutes: day }),
  // Guesses left to each site beyond that, so that attackers do not use up the owner's guesses.
  login_code_guess_site: cases('secret', { by: ['email', 'site'], most: 2, minutes: day }),
  // All sites together, because an IPv6 provider has 65,536 sites or more.
  login_code_guess_all: cases('secret', { by: ['email'], most: 1_000, minutes: day }),
  passkey_challenge: calls('row', { by: ['network'], most: 300, minutes: 10 }),
  passkey_guess: calls('secret', { by: ['network'], most: 100, minutes: 15 }),
  own_password: cases('secret', { by: ['account'], most: 10, minutes: 15 }),
  operator_login: cases('secret', { by: ['email', 'network'], most: 10, minutes: 15 }),
  operator_login_account: cases('secret', { by: ['email'], most: 100, minutes: 15 }),
  operator_login_slowed: cases('secret', { by: ['email', 'network'], most: 1, minutes: 1 / 6 }),
  // Guesses by somebody who has the password; recovery codes are not counted, because they cannot be guessed.
  operator_factor: cases('secret', { by: ['account'], most: 10, minutes: 15 }),
  code_guess: cases('secret', { by: ['network'], most: 30, minutes: 10 }),
  code_guess_account: cases('secret', { by: ['account'], most: 30, minutes: 10 }),
  token_guess: pace({ by: ['network'], most: 600, minutes: 10 }, 'secret'),
  account_check: cases('secret', { by: ['network'], most: 120, minutes: 10 }),
  account_check_cart: cases('secret', { by: ['cart'], most: 20, minutes: 10 }),
  account_check_email: cases('secret', { by: ['email', 'network'], most: 30, minutes: 10 }),

  // Mails.
  registration: cases('mail', { by: ['network'], most: 100, minutes: hour }),
  login_code: cases('mail', { by: ['mailbox'], most: 5, minutes: 10 }),
  login_code_day: cases('mail', { by: ['mailbox'], most: 20, minutes: day }),
  login_code_site: cases('mail', { by: ['mailbox', 'site'], most: 6, minutes: day }),
  login_code_late: cases('mail', { by: ['mailbox'], most: 1, minutes: hour }),
  login_code_device: cases('mail', { by: ['email', 'device'], most: 5, minutes: 15 }),
  login_code_devices: cases('mail', { by: ['mailbox'], most: 20, minutes: day }),
  login_code_network: cases('mail', { by: ['network'], most: 60, minutes: 15 }),
  password_link: cases('mail', { by: ['mailbox'], most: 5, minutes: hour }),
  password_link_network: calls('mail', { by: ['network'], most: 60, minutes: hour }),
  email_code: calls('mail', { by: ['account'], most: 5, minutes: hour }),
  // Counted when mails are added to the outbox (src/server/platform/outbox/mail-limits.ts). `email_confirmation`: one
  // at registration and five on request; `email_change_to`: new addresses; the notices: mails to the address of an
  // account, unconfirmed or confirmed.
  email_confirmation: cases('mail', { by: ['mailbox'], most: 6, minutes: day }),
  email_change_to: cases('mail', { by: ['mailbox'], most: 10, minutes: day }),
  account_notice: cases('mail', { by: ['mailbox'], most: 10, minutes: day }),
  account_notice_owner: cases('mail', { by: ['mailbox'], most: 100, minutes: day }),
  profile_mail: cases('mail', { by: ['account'], most: 10, minutes: hour }),
  account_deletion: cases('mail', { by: ['account'], most: 5, minutes: hour }),
  newsletter: cases('mail', { by: ['mailbox'], most: 5, minutes: day }),
  newsletter_network: cases('mail', { by: ['network'], most: 30, minutes: hour }),
  giveaway: calls('row', { by: ['email', 'network'], most: 10, minutes: hour }),
  giveaway_network: calls('row', { by: ['network'], most: 30, minutes: hour }),
  // Beyond it, messages are accepted without a receipt, so that nobody can block the address's owner from writing.
  contact_receipt: cases('mail', { by: ['mailbox'], most: 5, minutes: hour }),
  contact_network: calls('mail', { by: ['network'], most: 20, minutes: hour }),
  gift_mail: calls('mail', { by: ['order'], most: 20, minutes: day }),
  // Resends of one gift: its buyer can name any mailbox, so only as many as needed for an overlooked mail.
  gift_again: cases('mail', { by: ['number'], most: 2, minutes: day }),
  order_link: cases('mail', { by: ['mailbox'], most: 5, minutes: hour }),
  order_link_number: calls('secret', { by: ['number', 'network'], most: 10, minutes: hour }),
  order_link_network: calls('secret', { by: ['network'], most: 30, minutes: hour }),
  declaration: cases('mail', { by: ['mailbox'], most: 5, minutes: hour }),
  collected_receipt: cases('mail', { by: ['mailbox'], most: 5, minutes: hour }),
  declaration_network: cases('mail', { by: ['network'], most: 60, minutes: hour }),
  // Beyond it, only declarations about a purchase get a receipt by mail.
  declaration_site: cases('mail', { by: ['site'], most: 100, minutes: day }),

  // New guest carts, created by a first code or address; changes are not counted.
  guest_cart: cases('row', { by: ['network'], most: 1_000, minutes: hour }),

  // Rows and exports per account.
  review: calls('row', { by: ['account'], most: 60, minutes: hour }),
  account_export: calls('processor', { by: ['account'], most: 10, minutes: hour }),

  // Payments.
  provider_calls: pace({ by: ['order'], most: 120, minutes: 10 }, 'provider'),
  provider_calls_network: pace({ by: ['network'], most: 600, minutes: 10 }, 'provider'),
  declined_payment: cases('provider', { by: ['order'], most: 10, minutes: hour }),
  declined_payment_account: cases('provider', { by: ['account'], most: 20, minutes: hour }),
  declined_payment_guest: cases('provider', { by: ['email', 'network'], most: 20, minutes: hour }),
  declined_payment_network: cases('provider', { by: ['network'], most: 50, minutes: hour }),
  held_stock: cases('stock', { by: ['network'], most: 5, minutes: day }),

  // Files of paid lessons: requested parts; delivered bytes in thousandths of whole files, and in kilobytes. One hour
  // of watching at 8 Mbit/s is 3.6 GB.
  film_part: cases('bytes', { by: ['account'], most: 2_000, minutes: hour }),
  film_share: cases('bytes', { by: ['account'], most: 120_000, minutes: hour }),
  film_kilobytes: cases('bytes', { by: ['account'], most: 20_000_000, minutes: hour }),
  // Media files per network, because parts of films name no account; failed requests count too, since each is looked
  // up.
  media_requests: pace({ by: ['network'], most: 6_000, minutes: 1 }),
  // Bytes of media per network: 33 viewers at 8 Mbit/s.
  media_kilobytes: pace({ by: ['network'], most: 120_000_000, minutes: hour }, 'bytes'),
  // Pictures that do not exist: each name may be looked up in the database.
  unknown_pictures: pace({ by: ['network'], most: 600, minutes: 1 }),
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limits;

const read = ['reads'] as const;
/** Parts of policies that the back office also uses. */
export const changed = ['changes'] as const;
export const changedByUser = ['changes', 'changes_of_account'] as const;
const guessedCode = [...changed, 'code_guess', 'code_guess_account'] as const;
const askedForAccount = ['account_check', 'account_check_cart', 'account_check_email'] as const;
const logInsOfStrangers = [
  ...changed,
  'slow_work',
  'login',
  'login_day',
  'login_account',
  'login_slowed',
  'login_network',
] as const;
const newPassword = [...changed, 'slow_work', 'token_guess'] as const;
/**
 * Declarations are never refused: beyond the limits their receipts are collected; beyond a site's daily limit they are
 * only shown.
 */
const declared = ['declaration', 'declaration_network', 'declaration_site'] as const;
const declinedOfUser = ['declined_payment', 'declined_payment_account', 'declined_payment_network'] as const;
const askedProvider = [...changed, 'provider_calls', 'provider_calls_network'] as const;
const paid = [...askedProvider, ...declinedOfUser, 'declined_payment_guest', 'held_stock'] as const;
const newsletter = ['newsletter', 'newsletter_network'] as const;
/** Beyond these limits the mail is dropped; a call only for the mail is refused. */
const notices = ['account_notice', 'account_notice_owner'] as const;

/** Returns the default limits of a call without further cost. */
function usualEffort({ method, access }: Endpoint): readonly LimitName[] {
  if (method === 'GET') return read;
  return access === 'user' || access === 'operator' ? changedByUser : changed;
}

/** Returns the policy of each call: its `own` limits, or the defaults. */
export function withDefaultLimits<Key extends string>(
  calls: Readonly<Record<Key, Endpoint>>,
  own: { readonly [Call in Key]?: readonly LimitName[] },
): Readonly<Record<Key, readonly LimitName[]>> {
  return Object.fromEntries(
    (Object.keys(calls) as Key[]).map((key) => [key, own[key] ?? usualEffort(calls[key])]),
  ) as Readonly<Record<Key, readonly LimitName[]>>;
}

/**
 * The policy of each call: the limits that apply to it. Forms sent without JavaScript make the same calls. Calls that
 * send mail, store rows for strangers, check secrets or call a provider are listed here.
 */
export const rateLimitsOf = withDefaultLimits(endpoints, {
  writeReview: [...changedByUser, 'review'],

  // With an e-mail address, a coupon may reveal whether its owner is a customer.
  storeGuestCart: [...changed, 'guest_cart', ...askedForAccount],
  setShippingAddress: [...changed, ...askedForAccount],
  setBillingContact: [...changed, ...askedForAccount],
  getCodeInfo: guessedCode,
  applyCode: guessedCode,
  redeemGiftCode: [...guessedCode, 'changes_of_account'],
  enterCampaign: [
    ...guessedCode,
    ...logInsOfStrangers,
    'account_check',
    'registration',
    'email_confirmation',
    'newsletter',
  ],
  changeGift: [...changed, 'gift_mail', 'gift_again'],

  createOrder: [...changed, ...askedForAccount],
  requestOrderLink: [...changed, 'order_link', 'order_link_number', 'order_link_network'],
  openOrderAccount: [...newPassword, 'email_confirmation'],
  openWallets: askedProvider,
  verifyOrder: askedProvider,
  continuePayment: paid,
  checkOutOrder: paid,
  getInvoice: ['reads', 'slow_work'],
  getGiftSheet: ['reads', 'slow_work'],
  getOrderConfirmation: ['reads', 'slow_work'],
  declareWithdrawal: declared,
  declareCancellation: declared,

  logIn: [...logInsOfStrangers, 'login_device', 'login_devices'],
  refreshSession: [...changed, 'token_guess'],
  requestLoginCode: [
    ...changed,
    'login_code',
    'login_code_day',
    'login_code_site',
    'login_code_late',
    'login_code_device',
    'login_code_devices',
    'login_code_network',
  ],
  logInWithCode: [
    ...changed,
    'login_code_guess',
    'login_code_guess_network',
    'login_code_guess_account',
    'login_code_guess_site',
    'login_code_guess_all',
  ],
  openPasskeyLogIn: [...changed, 'passkey_challenge'],
  logInWithPasskey: [...changed, 'passkey_guess'],
  openNewPasskey: [...changedByUser, 'passkey_challenge', 'own_password'],
  addPasskey: [...changedByUser, 'passkey_guess', 'account_notice_owner'],

  registerUser: [...changed, 'slow_work', 'registration', 'email_confirmation', 'newsletter'],
  updateUser: [...changedByUser, 'own_password', 'profile_mail', 'email_change_to', ...notices],
  checkAccount: [...changed, ...askedForAccount],
  completeAccount: [...newPassword, 'newsletter'],
  requestPasswordReset: [...changed, 'password_link', 'password_link_network'],
  resetPassword: [...newPassword, 'account_notice_owner'],
  changePassword: [...changedByUser, 'slow_work', 'own_password', ...notices],
  requestEmailCode: [...changedByUser, 'email_code', ...notices],
  undoEmailChange: [...changed, 'token_guess'],
  requestEmailConfirmation: [...changedByUser, 'email_confirmation'],
  confirmEmail: [...changed, 'token_guess'],
  exportAccount: ['reads', 'account_export'],
  deleteAccount: [...changedByUser, 'own_password', 'account_deletion', ...notices],
  confirmAccountDeletion: [...changed, 'token_guess', 'account_notice'],
  getNotesDocument: ['reads', 'slow_work'],

  createSubscriptionClientToken: askedProvider,
  changePaymentMethod: [...askedProvider, ...declinedOfUser],

  subscribeToNewsletter: [...changed, ...newsletter],
  confirmNewsletter: [...changed, 'token_guess'],
  // A GET request that changes data.
  leaveNewsletter: changed,
  enterGiveaway: [...changed, 'giveaway', 'giveaway_network', ...newsletter],
  sendMessage: [...changed, 'contact_receipt', 'contact_network'],
});

/** Limits of the files of paid lessons, which are not API calls: their URLs are part of the response of `getLesson`. */
export const filmRateLimits = [
  'film_part',
  'film_share',
  'film_kilobytes',
] as const satisfies readonly LimitName[];

/** Limits of mails sent by jobs. */
export const jobRateLimits = ['collected_receipt'] as const satisfies readonly LimitName[];

/** Limits of pages; calls of their loaders are not counted. */
export const pageRateLimits = ['pages', 'pages_ahead'] as const satisfies readonly LimitName[];

/** Limits of pictures, which are not API calls. */
export const pictureRateLimits = ['unknown_pictures'] as const satisfies readonly LimitName[];

/** Limits of media files, which are not API calls. */
export const mediaRateLimits = ['media_requests', 'media_kilobytes'] as const satisfies readonly LimitName[];
