import type { Endpoint } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import { unsubscribeToken } from '#server/marketing/newsletter.ts';
import {
  berlin,
  fillOwnCart,
  linesOf,
  password,
  products,
  register,
  type Shopper,
  storeGuestCart,
} from './shoppers.ts';
import type { TestShop } from './test-shop.ts';

/** A valid call. Tests change parts of it to make it invalid. */
export interface SampleCall {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Null for calls without a body. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly bearer: string | null;
}

/** The data of one shopper that the sample calls use. */
export interface SampleSubject {
  readonly shopper: Shopper;
  readonly cartId: string;
  readonly guestCartId: string;
  readonly addressId: string;
  readonly noteId: string;
  /** The token of an unsubscribe link. */
  readonly newsletterToken: string;
}

/** Registers a user with a cart and an address, and stores a guest cart. */
export async function createSubject(shop: TestShop): Promise<SampleSubject> {
  const shopper = await register(shop);
  const cart = await fillOwnCart(shop, shopper, { [products.course]: 1 });
  const guest = await storeGuestCart(shop, { [products.course]: 1 });
  const address = await shop.call(endpoints.createAddress, {
    bearer: shopper.access,
    body: { data: { type: 'addresses', attributes: berlin } },
  });
  const note = await shop.call(endpoints.addNote, {
    bearer: shopper.access,
    body: { lesson: 'schumann-eine-taste', position_seconds: 9, text: 'Langsam drücken' },
  });
  return {
    shopper,
    cartId: cart.bundle_cart_unique_id ?? '',
    guestCartId: guest.id,
    addressId: address.value?.data.id ?? '',
    noteId: note.value?.data.id ?? '',
    newsletterToken: unsubscribeToken(shop.context.settings, shop.context.ids.uuid()),
  };
}

/** Returns a function that returns a subject with a session, and a new one once a call has ended the last session. */
export function keepSubject(shop: TestShop): () => Promise<SampleSubject> {
  let living: SampleSubject | null = null;
  return async () => {
    const bearer = living?.shopper.access;
    const isAlive =
      bearer !== undefined && (await shop.call(endpoints.getOwnCart, { bearer })).status === 200;
    living = isAlive && living !== null ? living : await createSubject(shop);
    return living;
  };
}

/**
 * Returns one valid call of each endpoint with the data of this subject. An endpoint without a sample is a
 * compile error.
 */
export function sampleCalls({
  shopper,
  cartId,
  guestCartId,
  addressId,
  noteId,
  newsletterToken,
}: SampleSubject): readonly SampleCall[] {
  const { id, email, access: bearer, refresh } = shopper;
  const token = 'A'.repeat(43);
  const passwords = { password, password_confirmation: password };
  const credential = { id: 'q0J3VfQhTqWl1s8vQ2ZkAA', rawId: 'q0J3VfQhTqWl1s8vQ2ZkAA', type: 'public-key' };
  const orderId = '01900000-0000-7000-8000-000000000000';
  const samples: Record<keyof typeof endpoints, Partial<Omit<SampleCall, 'endpoint'>>> = {
    listProducts: { query: { 'filter[q]': 'zeichnen', 'page[size]': '2' } },
    listProductCards: { query: { ids: `${products.book},${products.course}` } },
    getProduct: { params: { slug: 'albrecht-duerer' } },
    getAnnouncement: {},
    getContentPage: { params: { slug: 'agbs' } },
    getShopFacts: {},
    storeGuestCart: { body: { id: guestCartId, products: linesOf({ [products.course]: 1 }), email } },
    listBundles: { query: { fb: 'true', id: guestCartId } },
    getOwnCart: { bearer },
    updateCart: {
      bearer,
      body: { action: 'update', products: linesOf({ [products.course]: 1 }), referral_code: 'FREUND' },
    },
    mergeCart: {
      bearer,
      body: {
        merge_id: orderId,
        products: linesOf({ [products.book]: 1 }),
        bundle_cart_unique_id: guestCartId,
      },
    },
    getShippingCost: { query: { country: 'AT', id: guestCartId } },
    setShippingAddress: { body: { id: guestCartId, email, ...berlin } },
    setBillingContact: {
      body: { id: guestCartId, email, firstname: 'Rahel', lastname: 'Meyer', country: 'CH' },
    },
    getCart: { params: { id: guestCartId } },
    listPosts: { query: { 'filter[q]': 'üben', 'page[size]': '2' } },
    getPost: { params: { slug: 'zwanzig-minuten' } },
    getMaster: { params: { slug: 'clara-schumann' } },
    searchAll: { query: { q: 'klavier' } },
    listReviews: { params: { slug: 'clara-schumann' }, query: { 'page[size]': '3' } },
    writeReview: {
      bearer,
      params: { slug: 'clara-schumann' },
      body: { stars: 5, text: 'Endlich wieder am Klavier.', author: 'Ada' },
    },
    removeReview: { bearer, params: { slug: 'clara-schumann' } },
    listWishListItems: { bearer, query: { 'page[number]': '1' } },
    addWishListItem: { bearer, params: { product_id: products.otherCourse }, body: {} },
    addWishListItems: { bearer, body: { product_ids: [products.book] } },
    removeWishListItem: { bearer, params: { product_id: products.otherCourse } },
    listMyCourses: { bearer, query: { 'page[size]': '3' } },
    listActivities: { bearer, query: { page: '1', size: '10' } },
    saveProgress: {
      bearer,
      params: { lesson: 'schumann-eine-taste' },
      body: { position_seconds: 30, is_finished: false, watched_at: '2026-11-21T09:59:00.000Z' },
    },
    countWatching: {
      bearer,
      params: { lesson: 'schumann-eine-taste' },
      body: { seconds: 30, tenths: [0], is_begun: true, is_finished: false, has_failed: false },
    },
    getLesson: { bearer, params: { id: 'schumann-eine-taste' } },
    getConfirmation: { params: { course: products.course }, query: { learner: id, token: 'abc.def' } },
    getNotesDocument: { params: { course: products.course }, query: { learner: id, token: 'abc.def' } },
    listNotes: { bearer, query: { 'filter[course]': products.course } },
    addNote: { bearer, body: { lesson: 'schumann-eine-taste', position_seconds: 17, text: '' } },
    changeNote: { bearer, params: { id: noteId }, body: { text: 'Noch langsamer' } },
    removeNote: { bearer, params: { id: noteId } },
    listAdvantages: {},
    listConversations: {},
    getNewsletterWidget: {},
    getPopup: { query: { path: '/de/geschenke', locale: 'de' } },
    listCampaigns: {},
    getCampaign: { params: { slug: 'werkbank' } },
    enterGiveaway: { body: { email, giveaway: 'winterlos', newsletter: false } },
    getCredit: { bearer },
    redeemGiftCode: { bearer, body: { code: 'NIEMAND-KENNT-IHN' } },
    enterCampaign: { body: { email, password, code: 'HERBST', campaign: 'herbst' } },
    getCodeInfo: { body: { code: 'WILLKOMMEN10' } },
    applyCode: { body: { id: guestCartId, code: 'WILLKOMMEN10', campaign: null } },
    cancelCode: { bearer, body: { id: cartId } },
    logIn: { body: { identifier: email, password } },
    logOut: { body: { refresh: 'unbekannt' } },
    refreshSession: { body: { refresh } },
    requestLoginCode: { body: { email, cart_id: guestCartId, locale: 'de' } },
    logInWithCode: { body: { email, code: '123456' } },
    registerUser: {
      body: { data: { type: 'users', attributes: { email, ...passwords, newsletter: true } } },
    },
    getUser: { bearer, params: { id } },
    updateUser: {
      bearer,
      params: { id },
      body: { data: { type: 'users', id, attributes: { firstname: 'Ada', salutation: 'ms' } } },
    },
    checkAccount: { body: { email, save: true, id: guestCartId } },
    completeAccount: { body: { token, firstname: 'Ada', lastname: 'Kern', ...passwords } },
    requestPasswordReset: { body: { email } },
    requestOrderLink: { body: { code: 'ABCDEFGHJK', email } },
    requestEarlyStart: { params: { id: orderId }, body: {} },
    openOrderAccount: { params: { id: orderId }, body: passwords },
    resetPassword: { body: { token, ...passwords } },
    changePassword: { bearer, body: { current_password: 'nicht mein Passwort', ...passwords } },
    requestEmailCode: { bearer, body: {} },
    undoEmailChange: { body: { token } },
    requestEmailConfirmation: { bearer, body: {} },
    confirmEmail: { bearer, body: { token } },
    exportAccount: { bearer, params: { id } },
    deleteAccount: { bearer, params: { id }, body: { password: 'nicht mein Passwort' } },
    confirmAccountDeletion: { body: { token } },
    openPasskeyLogIn: { body: {} },
    logInWithPasskey: {
      body: {
        credential: {
          ...credential,
          response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
        },
      },
    },
    listPasskeys: { bearer },
    openNewPasskey: { bearer, body: {} },
    addPasskey: {
      bearer,
      body: { credential: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } } },
    },
    renamePasskey: { bearer, params: { id: orderId }, body: { name: 'Telefon' } },
    removePasskey: { bearer, params: { id: orderId } },
    listSessions: { bearer, query: { 'page[size]': '5' } },
    endOwnSession: { bearer, params: { id: orderId } },
    endOtherSessions: { bearer },
    subscribeToNewsletter: { body: { email, locale: 'de', source: 'widget' } },
    confirmNewsletter: { body: { token } },
    leaveNewsletter: { query: { token: newsletterToken } },
    leaveNewsletterByMail: { query: { token: newsletterToken } },
    trackUtm: { bearer, body: { utm_source: 'zeitung', utm_medium: 'anzeige', user_id: id } },
    sendMessage: {
      body: { email, name: 'Ada Kern', topic: 'Kurse', message: 'Eine Frage.', order_code: 'MH-1' },
    },
    listAddresses: { bearer, query: { 'page[number]': '1' } },
    createAddress: { bearer, body: { data: { type: 'addresses', attributes: berlin } } },
    updateAddress: {
      bearer,
      params: { id: addressId },
      body: { data: { type: 'addresses', id: addressId, attributes: berlin } },
    },
    deleteAddress: { bearer, params: { id: orderId } },
    listSubscriptions: { bearer, query: { 'page[size]': '2' } },
    cancelSubscription: { bearer, params: { id: orderId }, body: {} },
    resumeSubscription: { bearer, params: { id: orderId }, body: {} },
    createSubscriptionClientToken: { bearer, params: { id: orderId }, body: {} },
    changePaymentMethod: {
      bearer,
      params: { id: orderId },
      body: { payment_method_nonce: 'fake-valid-nonce' },
    },
    createOrder: { body: { email, bundle_cart_unique_id: guestCartId, products: [] } },
    getOrder: { params: { id: orderId } },
    listPayments: { bearer, query: { 'page[number]': '1', 'page[size]': '5' } },
    getInvoice: { params: { id: orderId }, query: { token: 'abc.def' } },
    listOrderDocuments: { params: { id: orderId } },
    listGifts: { bearer },
    listOrderGifts: { params: { id: orderId } },
    // Its limit counts by order, so each subject uses another id.
    changeGift: { params: { id, gift: orderId }, body: { step: 'send_again' } },
    getOrderConfirmation: { params: { id: orderId }, query: { token: 'abc.def' } },
    getGiftSheet: { params: { id: orderId }, query: { token: 'abc.def' } },
    declareWithdrawal: {
      body: {
        code: 'ABCD2345',
        email,
        name: 'Ada Kern',
        lines: [{ id: products.course, quantity: 1 }],
        reason: 'Zu viel',
      },
    },
    declareCancellation: {
      body: {
        code: 'ABCD2345',
        email,
        name: 'Ada Kern',
        kind: 'ordinary',
        reason: 'Umzug',
        ends_on: '2027-01-31',
      },
    },
    openWallets: { body: { bundle_cart_unique_id: guestCartId } },
    verifyOrder: { body: { id: orderId } },
    continuePayment: { params: { id: orderId }, body: { step: 'check' } },
    checkOutOrder: { body: { id: orderId, payment_method_nonce: 'fake-valid-nonce', expected_total: 1 } },
  };
  return Object.entries(endpoints).map(([name, endpoint]) => ({
    endpoint,
    params: {},
    query: {},
    body: null,
    bearer: null,
    ...samples[name as keyof typeof endpoints],
  }));
}

/** Returns the valid call of one endpoint, by its key. */
export function sampleCall(subject: SampleSubject, name: string): SampleCall {
  const wanted = endpoints[name as keyof typeof endpoints];
  const found = sampleCalls(subject).find(({ endpoint }) => endpoint === wanted);
  if (found === undefined) throw new Error(`No sample of ${name}`);
  return found;
}

/** Returns a sample call as a request. `own`: more headers. */
export function sampleRequest(call: SampleCall, own: Record<string, string> = {}): Request {
  const { endpoint, body, bearer } = call;
  return new Request(`http://localhost/api${addressOf(call)}`, {
    method: endpoint.method,
    headers: {
      ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
      ...(body === null ? {} : { 'Content-Type': endpoint.mediaType }),
      ...own,
    },
    body: body === null ? null : JSON.stringify(body),
  });
}

/** Returns the path of a call below `/api`, with parameters and query string. */
export function addressOf({ endpoint, params, query }: SampleCall): string {
  const path = endpoint.path.replace(/:([a-z_]+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Sends a sample call. `replaced` overrides its method, body or headers. */
export function sendSample(
  shop: TestShop,
  call: SampleCall,
  replaced: {
    readonly method?: string;
    readonly body?: BodyInit;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<Response> {
  const { endpoint, body, bearer } = call;
  const method = replaced.method ?? endpoint.method;
  const canCarry = method !== 'GET' && method !== 'HEAD';
  return shop.send(addressOf(call), {
    method,
    headers: {
      ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
      ...(body === null ? {} : { 'Content-Type': endpoint.mediaType }),
      ...replaced.headers,
    },
    ...(canCarry && (replaced.body ?? body) !== null ? { body: replaced.body ?? JSON.stringify(body) } : {}),
  });
}
