import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { SampleCall } from './sample-calls.ts';

const id = '01900000-0000-7000-8000-000000000000';
const token = 'A'.repeat(43);
const password = 'drei Äpfel im Regal';
const email = 'niemand@meisterhand.example';
const code = '000000';
const unlimited = {
  ...{ first_day: null, last_day: null },
  ...{ total_limit: null, per_customer_limit: null, minimum_subtotal: null },
};
const wholeRefund = { lines: 'all', includes_shipping: true, amount: null, keeps_goods: false };

/** A valid call of each endpoint of the back office. An endpoint without a sample is a compile error. */
const samples: Readonly<
  Record<keyof typeof operatorEndpoints, Partial<Pick<SampleCall, 'params' | 'query' | 'body'>>>
> = {
  logInOperator: { body: { email, password, code } },
  listOperatorFilms: { query: { 'filter[q]': 'schumann', 'filter[state]': 'shown' } },
  getOperatorFilm: { params: { lesson: 'schumann-eine-taste' } },
  getFilmWatching: {
    params: { lesson: 'schumann-eine-taste' },
    query: { from: '2026-11-20', to: '2026-11-21' },
  },
  beginFilmUpload: {
    params: { lesson: 'schumann-eine-taste' },
    body: { file_name: 'kamera.mov', bytes: 70_000 },
  },
  sendFilmPart: { params: { id, at: '0' } },
  cancelFilmJob: { params: { id } },
  retryFilmJob: { params: { id } },
  getOperatorSession: {},
  logOutOperator: {},
  proveOperator: { body: { code } },
  listOperatorSessions: {},
  endOperatorSession: { params: { id } },
  listOperators: {},
  inviteOperator: { body: { email, role: 'support' } },
  resetOperator: { params: { id } },
  changeOperatorRole: { params: { id }, body: { role: 'editor' } },
  removeOperator: { params: { id } },
  listApiKeys: {},
  createApiKey: { body: { name: 'Lager', permissions: ['orders.read'] } },
  revokeApiKey: { params: { id } },
  listChanges: { query: { 'filter[record_type]': 'orders', 'filter[from]': '2026-11-01' } },
  exportChanges: { query: { 'filter[actor]': 'owner-1@meisterhand.example' } },
  getSystem: {},
  listWebhooks: {},
  addWebhook: { body: { id, url: 'https://erp.example/hook', events: ['order.paid'] } },
  changeWebhook: { params: { id }, body: { is_enabled: false } },
  removeWebhook: { params: { id } },
  openInvitation: { body: { token } },
  acceptInvitation: { body: { token, name: 'Nora', password, password_confirmation: password, code } },

  listAttention: {},
  getFigures: { query: { from: '2026-11-01', to: '2026-11-30', step: 'week' } },
  listOperatorOrders: { query: { 'filter[q]': 'brandt', 'filter[from]': '2026-11-01' } },
  getOperatorOrder: { params: { id } },
  shipOperatorOrder: { params: { id }, body: { carrier: 'dhl', tracking_code: '00340434161094' } },
  deliverOperatorOrder: { params: { id } },
  previewSending: { body: { order_ids: [id] } },
  shipOperatorOrders: {
    body: { parcels: [{ order_id: id, parcel_id: id, carrier: 'dhl', tracking_code: null }] },
  },
  drawPackingSlips: { body: { order_ids: [id] } },
  exportOperatorOrders: { query: { 'filter[state]': 'paid' } },
  listOperatorInvoices: { query: { 'filter[q]': 'RE-2026', 'filter[from]': '2026-11-01' } },
  getOperatorInvoice: { params: { id } },
  exportOperatorInvoices: { query: { month: '2026-11' } },
  previewOperatorRefund: { params: { id }, body: wholeRefund },
  refundOperatorOrder: { params: { id }, body: { ...wholeRefund, refund_id: id, seen_refunds: 0 } },
  retryOperatorRefund: { params: { id }, body: { key: 'ABC-R-1' } },
  receiveOperatorTransfer: { params: { id }, body: { amount: 100 } },
  sendOperatorTransfer: { params: { id }, body: { key: 'ABC-R-2' } },
  callOffOperatorTransfer: { params: { id } },
  noteOperatorOrder: { params: { id }, body: { note_id: id, text: 'Ruft morgen an' } },
  removeOperatorNote: { params: { id, note_id: id } },
  resendOperatorMail: { params: { id, mail_id: id }, body: { copy_id: id } },
  resendOperatorCode: { params: { id, code_id: id }, body: { copy_id: id } },
  revokeOperatorCode: { params: { id, code_id: id } },

  listSavedViews: { query: { 'filter[place]': 'orders' } },
  createSavedView: {
    body: { place: 'orders', name: 'Zu packen', filters: { shipment: 'open' }, is_shared: false },
  },
  removeSavedView: { params: { id } },
  exportNewsletter: {},
  uploadPicture: { query: { file_name: 'bild.png', shape: '3/4' } },
  getOperatorPicture: { params: { name: 'bild-0123456789abcdef' } },
  cutPicture: {
    params: { name: 'bild-0123456789abcdef' },
    body: {
      shape: '2/3',
      crop: { left: 100, top: 0, right: 1000, bottom: 900 },
      focus: { x: 400, y: 300 },
    },
  },
  showWholePicture: { params: { name: 'bild-0123456789abcdef' } },
  listProvisions: { query: { 'filter[q]': 'nora', 'filter[kind]': 'affiliate' } },
  exportProvisions: { query: { 'filter[from]': '2026-11-01' } },
  listProvisionRates: {},
  setProvisionRate: { body: { kind: 'affiliate', subject: 'NORA', from: '2026-11-01', rate: 1_250 } },
  removeProvisionRate: { params: { id } },
  importProducts: { query: { from: 'shopify', language: 'de' } },
  importCustomers: { query: { from: 'woocommerce', seen: token } },
  listCatalogueRecords: { query: { 'filter[q]': 'messen', 'filter[type]': 'book' } },
  getCatalogueRecord: { params: { type: 'course', slug: 'emmy-noether' } },
  getCatalogueForm: { params: { type: 'course' } },
  saveCatalogueRecord: {
    params: { type: 'master', slug: 'niemand' },
    body: { version: 1, value: { firstname: 'Niemand' }, publishes: false },
  },
  listCatalogueVersions: { params: { type: 'course', slug: 'emmy-noether' }, query: { 'page[size]': '5' } },
  getCatalogueVersion: { params: { type: 'course', slug: 'emmy-noether', number: '1' } },
  restoreCatalogueVersion: {
    params: { type: 'course', slug: 'emmy-noether', number: '1000' },
    body: { version: 1000 },
  },
  callOffCataloguePlan: { params: { type: 'course', slug: 'emmy-noether', number: '1000' } },
  setOnSale: { params: { type: 'master', slug: 'niemand' }, body: { version: 1, is_on_sale: false } },
  listLegalVersions: { params: { slug: 'agbs' }, query: { 'page[size]': '5' } },
  getLegalVersion: { params: { slug: 'agbs', version: '2026-11-27' } },
  previewCatalogueRecord: { params: { type: 'course', slug: 'emmy-noether' }, query: { locale: 'en' } },
  setProductStock: { params: { id: 'book-fehlt' }, body: { stock: 3 } },
  listCustomers: { query: { 'filter[q]': email } },
  getCustomer: { params: { id } },
  setCourseAccess: {
    params: { id, course_id: 'course-clara-schumann' },
    body: { has_access: true, reason: 'Zum Ausgleich' },
  },
  endCustomerSessions: { params: { id } },
  exportCustomer: { params: { id } },
  deleteCustomer: { params: { id }, body: { forfeit_credit: false } },
  listMessages: { query: { 'filter[q]': 'Paket' } },
  getMessage: { params: { id } },
  noteMessage: { params: { id }, body: { is_handled: true } },
  listOperatorReviews: { query: { 'filter[state]': 'unanswered', 'filter[stars]': '5' } },
  getOperatorReview: { params: { id } },
  answerReview: { params: { id }, body: { text: 'Danke für Ihre Worte.' } },
  setReviewVisibility: { params: { id }, body: { is_hidden: true, reason: 'Beleidigung' } },
  listMails: { query: { 'filter[q]': email, 'filter[state]': 'failed' } },
  getMail: { params: { id } },
  readMailText: { params: { id } },
  sendMailAgain: { params: { id }, body: { copy_id: id } },
  listEvents: { query: { 'filter[state]': 'failed' } },
  sendEventAgain: { params: { id } },
  listOperatorDeclarations: { query: { 'filter[q]': 'W-', 'filter[kind]': 'withdrawal' } },
  getOperatorDeclaration: { params: { id } },
  answerDeclaration: {
    params: { id },
    body: { action: 'reject', text: 'Diese Bestellung kennen wir nicht.' },
  },
  listOperatorSubscriptions: {
    query: { 'filter[q]': 'brandt', 'filter[stage]': '1', 'filter[until]': '2026-12-01' },
  },
  getOperatorSubscription: { params: { id } },
  retryRenewal: { params: { id } },
  stopSubscription: { params: { id } },
  giveFreePeriods: { params: { id }, body: { periods: 1 } },
  listOperatorCoupons: { query: { 'filter[q]': 'advent', 'filter[kind]': 'percent' } },
  getOperatorCoupon: { params: { id } },
  createOperatorCoupon: {
    body: {
      ...{
        kind: 'percent',
        value: 10,
        free_product_id: null,
        codes: ['PROBE-CODE'],
        count: null,
        prefix: null,
      },
      ...unlimited,
      ...{ product_ids: null, kinds: null, campaign: null, is_first_purchase_only: false, is_public: false },
    },
  },
  changeOperatorCoupon: { params: { id }, body: unlimited },
  endOperatorCoupon: { params: { id } },
  listOperatorCampaigns: { query: { 'filter[kind]': 'giveaway', 'filter[state]': 'running' } },
  getOperatorGiveaway: { params: { key: 'winterlos' } },
  drawGiveaway: { params: { key: 'winterlos' }, body: { winners: 1, reserves: 2 } },
  tryOperatorCoupon: {
    body: {
      ...{ code: 'ADVENT', email, campaign: null },
      products: [{ product_id: 'course-clara-schumann', quantity: 1 }],
    },
  },
};

export const operatorSamples: readonly SampleCall[] = Object.entries(operatorEndpoints).map(
  ([name, endpoint]) => ({
    endpoint,
    params: {},
    query: {},
    body: null,
    bearer: null,
    ...samples[name as keyof typeof operatorEndpoints],
  }),
);
