import type { endpoints } from './endpoints.ts';
import { calls, cases, type Limit, pace } from './limit.ts';
import type { operatorEndpoints } from './operator-endpoints.ts';

const hour = 60;
const day = 24 * 60;

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

  // Guesses of secrets: failures.
  login: cases('secret', { by: ['email', 'network'], most: 10, minutes: 15 }),
  login_day: cases('secret', { by: ['email', 'network'], most: 30, minutes: day }),
  login_site: cases('secret', { by: ['email', 'site'], most: 500, minutes: day }),
  login_device: cases('secret', { by: ['email', 'device'], most: 10, minutes: 15 }),
  login_account: cases('secret', { by: ['email'], most: 100, minutes: 15 }),
  login_slowed: cases('secret', { by: ['email', 'network'], most: 1, minutes: 1 / 6 }),
  login_network: cases('secret', { by: ['network'], most: 100, minutes: 15 }),
  login_code_guess: calls('secret', { by: ['network'], most: 100, minutes: 15 }),
  login_code_guess_network: cases('secret', { by: ['email', 'network'], most: 5, minutes: 15 }),
  login_code_guess_account: cases('secret', { by: ['email'], most: 200, minutes: day }),
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
  login_code: cases('mail', { by: ['email'], most: 5, minutes: 10 }),
  login_code_day: cases('mail', { by: ['email'], most: 20, minutes: day }),
  login_code_device: cases('mail', { by: ['email', 'device'], most: 5, minutes: 15 }),
  login_code_network: cases('mail', { by: ['network'], most: 60, minutes: 15 }),
  password_link: cases('mail', { by: ['email'], most: 5, minutes: hour }),
  password_link_network: calls('mail', { by: ['network'], most: 60, minutes: hour }),
  email_code: calls('mail', { by: ['account'], most: 5, minutes: hour }),
  email_confirmation: cases('mail', { by: ['email'], most: 5, minutes: day }),
  email_change_to: cases('mail', { by: ['email'], most: 10, minutes: day }),
  profile_mail: cases('mail', { by: ['account'], most: 10, minutes: hour }),
  account_deletion: cases('mail', { by: ['account'], most: 5, minutes: hour }),
  newsletter: cases('mail', { by: ['email'], most: 5, minutes: day }),
  newsletter_network: cases('mail', { by: ['network'], most: 30, minutes: hour }),
  giveaway: calls('row', { by: ['email', 'network'], most: 10, minutes: hour }),
  giveaway_network: calls('row', { by: ['network'], most: 30, minutes: hour }),
  // Past it messages arrive without a receipt: nobody can keep the owner of an address from writing.
  contact_receipt: cases('mail', { by: ['email'], most: 5, minutes: hour }),
  contact_network: calls('mail', { by: ['network'], most: 20, minutes: hour }),
  gift_mail: calls('mail', { by: ['order'], most: 20, minutes: day }),
  order_link: cases('mail', { by: ['email'], most: 5, minutes: hour }),
  order_link_number: calls('secret', { by: ['number', 'network'], most: 10, minutes: hour }),
  order_link_network: calls('secret', { by: ['network'], most: 30, minutes: hour }),
  declaration: cases('mail', { by: ['email'], most: 5, minutes: hour }),
  declaration_network: cases('mail', { by: ['network'], most: 60, minutes: hour }),
  // Past it only declarations of a purchase are receipted by mail.
  declaration_site: cases('mail', { by: ['site'], most: 100, minutes: day }),

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
  // All that a network is sent of media, whose parts name no account: 33 who watch at 8 Mbit/s.
  media_kilobytes: pace({ by: ['network'], most: 120_000_000, minutes: hour }, 'bytes'),
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limits;

const read = ['reads'] as const;
const changed = ['changes'] as const;
const changedByUser = ['changes', 'changes_of_account'] as const;
const guessedCode = [...changed, 'code_guess', 'code_guess_account'] as const;
const askedForAccount = ['account_check', 'account_check_cart', 'account_check_email'] as const;
const logIns = [
  ...changed,
  'slow_work',
  'login',
  'login_day',
  'login_site',
  'login_device',
  'login_account',
  'login_slowed',
  'login_network',
] as const;
const newPassword = [...changed, 'slow_work', 'token_guess'] as const;
/** Never refused: past the limits their receipts are collected, past that of a site in a day shown only. */
const declared = ['declaration', 'declaration_network', 'declaration_site'] as const;
const declined = [
  'declined_payment',
  'declined_payment_account',
  'declined_payment_guest',
  'declined_payment_network',
] as const;
const askedProvider = [...changed, 'provider_calls', 'provider_calls_network'] as const;
const newsletter = ['newsletter', 'newsletter_network'] as const;

/**
 * The policy of each call: the limits that it falls under. Forms that are sent without JavaScript make these calls. An
 * endpoint without a policy is a compile error.
 */
export const effortOf: Readonly<Record<keyof typeof endpoints, readonly LimitName[]>> = {
  listProducts: read,
  listProductCards: read,
  getProduct: read,
  getAnnouncement: read,
  getContentPage: read,
  getShopFacts: read,
  listPosts: read,
  getPost: read,
  getMaster: read,
  searchAll: read,
  listReviews: read,
  listAdvantages: read,
  listConversations: read,
  getNewsletterWidget: read,
  getPopup: read,
  listCampaigns: read,
  getCampaign: read,
  writeReview: [...changedByUser, 'review'],
  removeReview: changedByUser,

  storeGuestCart: changed,
  listBundles: read,
  getOwnCart: read,
  getCart: read,
  updateCart: changedByUser,
  mergeCart: changedByUser,
  getShippingCost: read,
  setShippingAddress: changed,
  setBillingContact: changed,
  listWishListItems: read,
  addWishListItem: changedByUser,
  addWishListItems: changedByUser,
  removeWishListItem: changedByUser,

  getCodeInfo: guessedCode,
  applyCode: guessedCode,
  cancelCode: changed,
  getCredit: read,
  redeemGiftCode: [...guessedCode, 'changes_of_account'],
  enterCampaign: [...guessedCode, ...logIns, 'registration'],

  listGifts: read,
  listOrderGifts: read,
  changeGift: [...changed, 'gift_mail'],

  createOrder: [...changed, ...askedForAccount],
  getOrder: read,
  requestOrderLink: [...changed, 'order_link', 'order_link_number', 'order_link_network'],
  openOrderAccount: newPassword,
  openWallets: askedProvider,
  verifyOrder: askedProvider,
  continuePayment: [...askedProvider, ...declined, 'held_stock'],
  checkOutOrder: [...askedProvider, ...declined, 'held_stock'],
  listPayments: read,
  getInvoice: ['reads', 'slow_work'],
  getGiftSheet: ['reads', 'slow_work'],
  getOrderConfirmation: ['reads', 'slow_work'],
  requestEarlyStart: changed,
  listOrderDocuments: read,
  declareWithdrawal: declared,
  declareCancellation: declared,

  logIn: logIns,
  logOut: changed,
  refreshSession: [...changed, 'token_guess'],
  requestLoginCode: [...changed, 'login_code', 'login_code_day', 'login_code_device', 'login_code_network'],
  logInWithCode: [...changed, 'login_code_guess', 'login_code_guess_network', 'login_code_guess_account'],
  openPasskeyLogIn: [...changed, 'passkey_challenge'],
  logInWithPasskey: [...changed, 'passkey_guess'],
  listPasskeys: read,
  openNewPasskey: [...changedByUser, 'passkey_challenge', 'own_password'],
  addPasskey: [...changedByUser, 'passkey_guess'],
  renamePasskey: changedByUser,
  removePasskey: changedByUser,
  listSessions: read,
  endOwnSession: changedByUser,
  endOtherSessions: changedByUser,

  registerUser: [...changed, 'slow_work', 'registration', 'newsletter'],
  getUser: read,
  updateUser: [...changedByUser, 'own_password', 'profile_mail', 'email_change_to', 'newsletter'],
  checkAccount: [...changed, ...askedForAccount],
  completeAccount: [...newPassword, 'newsletter'],
  requestPasswordReset: [...changed, 'password_link', 'password_link_network'],
  resetPassword: newPassword,
  changePassword: [...changedByUser, 'slow_work', 'own_password'],
  requestEmailCode: [...changedByUser, 'email_code'],
  undoEmailChange: [...changed, 'token_guess'],
  requestEmailConfirmation: [...changedByUser, 'email_confirmation'],
  confirmEmail: [...changed, 'token_guess'],
  exportAccount: ['reads', 'account_export'],
  deleteAccount: [...changedByUser, 'own_password', 'account_deletion'],
  confirmAccountDeletion: [...changed, 'token_guess'],
  listAddresses: read,
  createAddress: changedByUser,
  updateAddress: changedByUser,
  deleteAddress: changedByUser,

  listMyCourses: read,
  listActivities: read,
  saveProgress: changedByUser,
  countWatching: changed,
  getLesson: ['reads', 'film_part', 'film_share', 'film_kilobytes'],
  getConfirmation: read,
  listNotes: read,
  getNotesDocument: ['reads', 'slow_work'],
  addNote: changedByUser,
  changeNote: changedByUser,
  removeNote: changedByUser,

  listSubscriptions: read,
  cancelSubscription: changedByUser,
  resumeSubscription: changedByUser,
  createSubscriptionClientToken: askedProvider,
  changePaymentMethod: [...askedProvider, ...declined],

  subscribeToNewsletter: [...changed, ...newsletter],
  confirmNewsletter: [...changed, 'token_guess'],
  leaveNewsletter: changed,
  leaveNewsletterByMail: changed,
  enterGiveaway: [...changed, 'giveaway', 'giveaway_network', ...newsletter],
  trackUtm: changedByUser,
  sendMessage: [...changed, 'contact_receipt', 'contact_network'],
};

/** The limits of pages, whose loaders' calls are not counted. */
export const effortOfPages = ['pages'] as const satisfies readonly LimitName[];

/** Those of media files, which are no calls. */
export const effortOfMedia = ['media_kilobytes'] as const satisfies readonly LimitName[];

/** The same for the calls of the back office. */
export const operatorEffortOf: Readonly<Record<keyof typeof operatorEndpoints, readonly LimitName[]>> = {
  logInOperator: [
    ...changed,
    'slow_work',
    'operator_login',
    'operator_login_account',
    'operator_login_slowed',
    'operator_factor',
    'login_network',
  ],
  listOperatorFilms: read,
  getOperatorFilm: read,
  getFilmWatching: read,
  beginFilmUpload: changedByUser,
  sendFilmPart: changedByUser,
  cancelFilmJob: changedByUser,
  retryFilmJob: changedByUser,
  getOperatorSession: read,
  logOutOperator: changedByUser,
  proveOperator: [...changedByUser, 'operator_factor'],
  listOperatorSessions: read,
  endOperatorSession: changedByUser,
  openInvitation: [...changed, 'token_guess'],
  acceptInvitation: [...changed, 'slow_work', 'token_guess'],

  listAttention: read,
  getFigures: read,
  listOperatorOrders: read,
  getOperatorOrder: read,
  shipOperatorOrder: changedByUser,
  deliverOperatorOrder: changedByUser,
  previewSending: changedByUser,
  shipOperatorOrders: changedByUser,
  drawPackingSlips: changedByUser,
  exportOperatorOrders: changedByUser,
  previewOperatorRefund: changedByUser,
  refundOperatorOrder: changedByUser,
  retryOperatorRefund: changedByUser,
  receiveOperatorTransfer: changedByUser,
  sendOperatorTransfer: changedByUser,
  callOffOperatorTransfer: changedByUser,
  noteOperatorOrder: changedByUser,
  removeOperatorNote: changedByUser,
  resendOperatorMail: changedByUser,
  resendOperatorCode: changedByUser,
  revokeOperatorCode: changedByUser,
  listCatalogueRecords: read,
  getCatalogueRecord: read,
  getCatalogueForm: read,
  saveCatalogueRecord: changedByUser,
  listCatalogueVersions: read,
  getCatalogueVersion: read,
  restoreCatalogueVersion: changedByUser,
  callOffCataloguePlan: changedByUser,
  setOnSale: changedByUser,
  previewCatalogueRecord: read,
  listLegalVersions: read,
  getLegalVersion: read,
  setProductStock: changedByUser,
  listSavedViews: read,
  createSavedView: changedByUser,
  removeSavedView: changedByUser,
  exportNewsletter: [...changedByUser, 'slow_work'],
  uploadPicture: [...changedByUser, 'slow_work'],
  getOperatorPicture: read,
  cutPicture: changedByUser,
  showWholePicture: ['reads', 'slow_work'],
  listCustomers: read,
  getCustomer: read,
  setCourseAccess: changedByUser,
  endCustomerSessions: changedByUser,
  exportCustomer: changedByUser,
  deleteCustomer: changedByUser,
  listMessages: read,
  getMessage: read,
  noteMessage: changedByUser,
  listOperatorReviews: read,
  getOperatorReview: read,
  answerReview: changedByUser,
  setReviewVisibility: changedByUser,
  listMails: read,
  getMail: read,
  readMailText: read,
  sendMailAgain: changedByUser,
  listEvents: read,
  sendEventAgain: changedByUser,
  listOperatorDeclarations: read,
  getOperatorDeclaration: read,
  answerDeclaration: changedByUser,
  listOperatorSubscriptions: read,
  getOperatorSubscription: read,
  retryRenewal: changedByUser,
  stopSubscription: changedByUser,
  giveFreePeriods: changedByUser,
  listOperatorCoupons: read,
  getOperatorCoupon: read,
  createOperatorCoupon: changedByUser,
  changeOperatorCoupon: changedByUser,
  endOperatorCoupon: changedByUser,
  tryOperatorCoupon: changedByUser,
  listOperatorCampaigns: read,
  getOperatorGiveaway: read,
  drawGiveaway: changedByUser,
  listOperators: read,
  inviteOperator: changedByUser,
  resetOperator: changedByUser,
  changeOperatorRole: changedByUser,
  removeOperator: changedByUser,
  listApiKeys: read,
  createApiKey: changedByUser,
  revokeApiKey: changedByUser,
  listChanges: read,
  exportChanges: read,
  getSystem: read,
};
