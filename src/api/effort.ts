import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/**
 * What a call makes others bear: a mail to somebody's mailbox; a row that stays; a look-up of a secret; a call of a
 * payment provider; pieces that nobody else can buy; processor time; bytes of films.
 */
type Effort = 'mail' | 'row' | 'secret' | 'provider' | 'stock' | 'processor' | 'bytes';

/**
 * Whose effort is counted. `network`: an IPv4 address, or the first 64 bits of an IPv6 one; `site`: an IPv4 address, or
 * the first 48 bits of an IPv6 one; `device`: one that was logged in before; `email`: the one that is named, often of a
 * third person; `mailbox`: that one without what follows a plus sign.
 */
type Subject = 'account' | 'cart' | 'device' | 'email' | 'mailbox' | 'network' | 'number' | 'order' | 'site';

/** How often something may happen. */
export interface Limit {
  readonly effort: Effort;
  /** All of them together are one count. */
  readonly by: readonly Subject[];
  readonly most: number;
  /** Length of the window in minutes; it begins with the first that is counted. */
  readonly minutes: number;
  /**
   * `calls`: every call, before its handler; a call that does not name the subject is not counted. `cases`: what the
   * service counts, such as failures, or mails that are really sent.
   */
  readonly counts: 'calls' | 'cases';
  /**
   * `database`: one count for all server processes. `memory`: one for each process, where only the work of that process
   * is protected, so that counting costs less than the work.
   */
  readonly kept: 'database' | 'memory';
}

/**
 * How many networks of one IPv6 site count until the site is refused: each limit by network has, for the first 48 bits
 * of an IPv6 address, one of this many times its number. Who has such a site has 65,536 networks; a provider of mobile
 * lines may give the networks of one to different people.
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
 * Every limit of the shop by its name (docs/behaviour/accounts.md#policy-of-effort). Limits by network are
 * wide, because a school or a provider of mobile lines has one address for many people.
 */
export const limits = {
  // The pace of one client: far above what people do, far below what a process can.
  reads: pace({ by: ['network'], most: 6_000, minutes: 1 }),
  changes: pace({ by: ['network'], most: 6_000, minutes: 10 }),
  changes_of_account: pace({ by: ['account'], most: 6_000, minutes: 10 }),
  slow_work: pace({ by: ['network'], most: 600, minutes: 10 }),
  // Pages that are rendered for one visitor or not kept yet: ten a second. Kept ones are not counted.
  pages: pace({ by: ['network'], most: 600, minutes: 1 }),
  // The same, fetched ahead of a visit: a list fetches the pages that it shows.
  pages_ahead: pace({ by: ['network'], most: 1_200, minutes: 1 }),

  // Guesses of secrets: failures.
  login: cases('secret', { by: ['email', 'network'], most: 10, minutes: 15 }),
  login_day: cases('secret', { by: ['email', 'network'], most: 30, minutes: day }),
  login_device: cases('secret', { by: ['email', 'device'], most: 10, minutes: 15 }),
  // All known devices of an address together: a stranger may have collected their tokens before it was confirmed.
  login_devices: cases('secret', { by: ['email'], most: 100, minutes: day }),
  login_account: cases('secret', { by: ['email'], most: 100, minutes: 15 }),
  login_slowed: cases('secret', { by: ['email', 'network'], most: 1, minutes: 1 / 6 }),
  login_network: cases('secret', { by: ['network'], most: 100, minutes: 15 }),
  login_code_guess: calls('secret', { by: ['network'], most: 100, minutes: 15 }),
  login_code_guess_network: cases('secret', { by: ['email', 'network'], most: 5, minutes: 15 }),
  login_code_guess_account: cases('secret', { by: ['email'], most: 100, minutes: day }),
  // What each site has left past that, so that strangers do not use up the guesses of the owner.
  login_code_guess_site: cases('secret', { by: ['email', 'site'], most: 2, minutes: day }),
  // All together, because a provider of IPv6 has 65,536 sites and more.
  login_code_guess_all: cases('secret', { by: ['email'], most: 1_000, minutes: day }),
  passkey_challenge: calls('row', { by: ['network'], most: 300, minutes: 10 }),
  passkey_guess: calls('secret', { by: ['network'], most: 100, minutes: 15 }),
  own_password: cases('secret', { by: ['account'], most: 10, minutes: 15 }),
  operator_login: cases('secret', { by: ['email', 'network'], most: 10, minutes: 15 }),
  operator_login_account: cases('secret', { by: ['email'], most: 100, minutes: 15 }),
  operator_login_slowed: cases('secret', { by: ['email', 'network'], most: 1, minutes: 1 / 6 }),
  // Of somebody who has the password; recovery codes are not counted, because nobody can guess them.
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
  // Counted where mails are put into the outbox (src/server/platform/outbox/mail-limits.ts): the one of the
  // registration and five that were asked for; wanted addresses; what an account whose address nobody has confirmed may
  // mail there; what the owner of a confirmed address is told.
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
  // Past it messages arrive without a receipt: nobody can keep the owner of an address from writing.
  contact_receipt: cases('mail', { by: ['mailbox'], most: 5, minutes: hour }),
  contact_network: calls('mail', { by: ['network'], most: 20, minutes: hour }),
  gift_mail: calls('mail', { by: ['order'], most: 20, minutes: day }),
  // Of one gift: its buyer names any mailbox, which gets it once, and no more often than somebody may have overlooked
  // it.
  gift_again: cases('mail', { by: ['number'], most: 2, minutes: day }),
  order_link: cases('mail', { by: ['mailbox'], most: 5, minutes: hour }),
  order_link_number: calls('secret', { by: ['number', 'network'], most: 10, minutes: hour }),
  order_link_network: calls('secret', { by: ['network'], most: 30, minutes: hour }),
  declaration: cases('mail', { by: ['mailbox'], most: 5, minutes: hour }),
  collected_receipt: cases('mail', { by: ['mailbox'], most: 5, minutes: hour }),
  declaration_network: cases('mail', { by: ['network'], most: 60, minutes: hour }),
  // Past it only declarations of a purchase are receipted by mail.
  declaration_site: cases('mail', { by: ['site'], most: 100, minutes: day }),

  // New carts of guests, each made by a first code or address; changes of one are not counted.
  guest_cart: cases('row', { by: ['network'], most: 1_000, minutes: hour }),

  // Rows and exports of an account.
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

  // Files of paid lessons: parts that were asked for; what was delivered of them, in thousandths of whole files and in
  // kilobytes. Somebody who watches for an hour at 8 Mbit/s gets 3.6 GB.
  film_part: cases('bytes', { by: ['account'], most: 2_000, minutes: hour }),
  film_share: cases('bytes', { by: ['account'], most: 120_000, minutes: hour }),
  film_kilobytes: cases('bytes', { by: ['account'], most: 20_000_000, minutes: hour }),
  // Files of media, whose parts name no account, that a network asks for, also in vain: each request is looked up.
  media_requests: pace({ by: ['network'], most: 6_000, minutes: 1 }),
  // All that it is sent of them: 33 who watch at 8 Mbit/s.
  media_kilobytes: pace({ by: ['network'], most: 120_000_000, minutes: hour }, 'bytes'),
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limits;

const read = ['reads'] as const;
/** The parts of policies that those of the back office share. */
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
/** Never refused: past the limits their receipts are collected, past that of a site in a day shown only. */
const declared = ['declaration', 'declaration_network', 'declaration_site'] as const;
const declinedOfUser = ['declined_payment', 'declined_payment_account', 'declined_payment_network'] as const;
const askedProvider = [...changed, 'provider_calls', 'provider_calls_network'] as const;
const paid = [...askedProvider, ...declinedOfUser, 'declined_payment_guest', 'held_stock'] as const;
const newsletter = ['newsletter', 'newsletter_network'] as const;
/** Past them the mail is dropped; a call that is made for the mail alone is refused. */
const notices = ['account_notice', 'account_notice_owner'] as const;

/** The limits of a call that costs others nothing but its own work. */
function usualEffort({ method, access }: Endpoint): readonly LimitName[] {
  if (method === 'GET') return read;
  return access === 'user' || access === 'operator' ? changedByUser : changed;
}

/** The policy of each call: `own` limits, or the usual ones. */
export function withUsualEffort<Key extends string>(
  calls: Readonly<Record<Key, Endpoint>>,
  own: { readonly [Call in Key]?: readonly LimitName[] },
): Readonly<Record<Key, readonly LimitName[]>> {
  return Object.fromEntries(
    (Object.keys(calls) as Key[]).map((key) => [key, own[key] ?? usualEffort(calls[key])]),
  ) as Readonly<Record<Key, readonly LimitName[]>>;
}

/**
 * The policy of each call: the limits that it falls under. Forms that are sent without JavaScript make these calls.
 * What mails, stores rows for strangers, looks up secrets or asks a provider stands here.
 */
export const effortOf = withUsualEffort(endpoints, {
  writeReview: [...changedByUser, 'review'],

  // With an e-mail, a coupon tells whether it has bought here.
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
  // A GET that changes something.
  leaveNewsletter: changed,
  enterGiveaway: [...changed, 'giveaway', 'giveaway_network', ...newsletter],
  sendMessage: [...changed, 'contact_receipt', 'contact_network'],
});

/** The limits of the files of paid lessons, which are no calls: their addresses are part of `getLesson`'s answer. */
export const effortOfFilms = [
  'film_part',
  'film_share',
  'film_kilobytes',
] as const satisfies readonly LimitName[];

/** The limits of what jobs mail later. */
export const effortOfJobs = ['collected_receipt'] as const satisfies readonly LimitName[];

/** The limits of pages, whose loaders' calls are not counted. */
export const effortOfPages = ['pages', 'pages_ahead'] as const satisfies readonly LimitName[];

/** Those of media files, which are no calls. */
export const effortOfMedia = ['media_requests', 'media_kilobytes'] as const satisfies readonly LimitName[];
