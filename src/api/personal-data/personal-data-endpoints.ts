import * as z from 'zod/mini';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { cents, instant, secretToken, typedPassword } from '#core/model/primitives.ts';

/** JSON in its stored form, for example an address, a payment method or a declaration. */
const stored = z.nullable(z.record(z.string(), z.unknown()));
const moment = z.nullable(instant);
const words = z.nullable(z.string());

const exportedOrder = z.object({
  code: z.string(),
  state: z.string(),
  fulfilment: z.string(),
  email: z.string(),
  locale: z.string(),
  subtotal: cents,
  discount: cents,
  shipping: cents,
  total: cents,
  credit: cents,
  coupon_code: words,
  referral_code: words,
  affiliate_code: words,
  shipping_address: stored,
  billing_contact: stored,
  billing_address: stored,
  payment_method: stored,
  bank_transfer: stored,
  /** Why the last payment was refused. */
  last_decline: words,
  parcels: z.array(z.object({ carrier: words, tracking_code: words, sent_at: instant })),
  waiver_accepted_at: moment,
  code_waiver_accepted_at: moment,
  early_start_requested_at: moment,
  /** When the confirmation was delivered: accepted by the mail server, or downloaded. */
  confirmed_at: moment,
  confirmed_by: words,
  created_at: instant,
  completed_at: moment,
  lines: z.array(
    z.object({
      title: z.string(),
      quantity: z.int(),
      price: cents,
      discount: cents,
      custom_properties: stored,
      /** The digital content of the line, one entry per piece, and its first delivery. */
      contents: z.array(
        z.object({
          course_id: words,
          opened_at: moment,
          opened_lesson_id: words,
          /** Memberships and subscriptions: last delivery after the first. */
          last_used_at: moment,
        }),
      ),
    }),
  ),
  payments: z.array(
    z.object({
      amount: cents,
      state: z.string(),
      method: stored,
      /** Data of the payment from the payment provider. */
      metadata: stored,
      started_at: instant,
    }),
  ),
  refunds: z.array(z.object({ amount: cents, credit: cents, state: z.string(), created_at: instant })),
  invoices: z.array(z.object({ number: z.string(), kind: z.string(), facts: stored, issued_at: instant })),
  /** PDFs and letters that were sent; the order's page shows them. */
  documents: z.array(z.object({ filename: z.string() })),
  /** Notes of the shop about the order. */
  notes: z.array(z.object({ text: z.string(), written_at: instant })),
});

/** A cart with the data typed at checkout. */
export const exportedCart = z.object({
  lines: z.array(z.object({ product_id: z.string(), quantity: z.int(), custom_properties: stored })),
  email: words,
  coupon_code: words,
  campaign: words,
  referral_code: words,
  affiliate_code: words,
  shipping_address: stored,
  billing_contact: stored,
  updated_at: instant,
});

export const accountExport = z.object({
  exported_at: instant,
  account: z.object({
    email: z.string(),
    /** While false, the document omits data that is linked to the account only by the e-mail address. */
    is_email_confirmed: z.boolean(),
    email_confirmed_at: moment,
    firstname: z.string(),
    lastname: z.string(),
    salutation: z.string(),
    preferred_language: z.string(),
    newsletter: z.boolean(),
    newsletter_requested_at: moment,
    declined_newsletter: z.boolean(),
    is_registered_with_funnel: z.boolean(),
    created_at: instant,
  }),
  addresses: z.array(
    z.object({ fields: stored, is_default_shipping: z.boolean(), is_default_billing: z.boolean() }),
  ),
  sessions: z.array(
    z.object({ device: z.string(), created_at: instant, last_used_at: instant, revoked_at: moment }),
  ),
  passkeys: z.array(
    z.object({ name: z.string(), is_synced: z.boolean(), created_at: instant, last_used_at: moment }),
  ),
  cart: z.nullable(exportedCart),
  /** Merges of browser carts into the account's cart: pieces by line, and what was reduced or left out. */
  cart_merges: z.array(z.object({ lines: stored, changes: z.array(z.unknown()), merged_at: instant })),
  orders: z.array(exportedOrder),
  subscriptions: z.array(
    z.object({
      contract_code: z.string(),
      product_id: z.string(),
      status: z.string(),
      price: cents,
      payment_method: stored,
      created_at: instant,
      started_on: z.string(),
      period_started_at: instant,
      period_ends_at: instant,
      cancelled_at: moment,
      ends_on: words,
      ended_at: moment,
    }),
  ),
  courses: z.array(z.object({ course_id: z.string(), granted_at: instant, revoked_at: moment })),
  codes: z.array(
    z.object({
      kind: z.string(),
      product_id: words,
      balance: cents,
      /** True for credit that nobody paid for; it cannot be used for fixed-price books or vouchers. */
      is_promotional: z.boolean(),
      redeemed_at: moment,
      /** First delivery of a paid lesson, and its id. */
      opened_at: moment,
      opened_lesson_id: words,
    }),
  ),
  progress: z.array(
    z.object({
      lesson_id: z.string(),
      position_seconds: z.int(),
      is_finished: z.boolean(),
      watched_at: instant,
    }),
  ),
  /** Bookmarks have no text. */
  notes: z.array(
    z.object({
      lesson_id: z.string(),
      position_seconds: z.int(),
      text: z.string(),
      created_at: instant,
      changed_at: instant,
    }),
  ),
  reviews: z.array(
    z.object({
      product_id: z.string(),
      stars: z.int(),
      text: z.string(),
      author: z.string(),
      locale: z.string(),
      answer: words,
      answered_at: moment,
      created_at: instant,
      changed_at: instant,
      watched_percent: z.nullable(z.int()),
    }),
  ),
  wish_list: z.array(z.object({ product_id: z.string(), added_at: instant })),
  /** Declarations about the account's purchases; others only if they have its confirmed e-mail address. */
  declarations: z.array(
    z.object({
      kind: z.string(),
      reference: z.string(),
      contract_code: z.string(),
      email: z.string(),
      name: z.string(),
      locale: z.string(),
      details: stored,
      decision: stored,
      received_at: instant,
    }),
  ),
  origin: z.nullable(
    z.object({
      utm_source: words,
      utm_medium: words,
      utm_campaign: words,
      utm_social: words,
      noted_at: instant,
    }),
  ),
  newsletter: z.nullable(
    z.object({
      email: z.string(),
      locale: z.string(),
      state: z.string(),
      source: z.string(),
      requested_at: instant,
      confirmed_at: moment,
      unsubscribed_at: moment,
      events: z.array(
        z.object({ event: z.string(), source: z.string(), wording: z.string(), happened_at: instant }),
      ),
    }),
  ),
  giveaways: z.array(
    z.object({
      giveaway: z.string(),
      email: z.string(),
      locale: z.string(),
      entered_at: instant,
      /** Place in the draw; null if not drawn. */
      place: z.nullable(z.int()),
    }),
  ),
  messages: z.array(
    z.object({
      topic: z.string(),
      email: z.string(),
      locale: z.string(),
      name: z.string(),
      message: z.string(),
      order_code: words,
      received_at: instant,
    }),
  ),
  mails: z.array(
    z.object({
      template: z.string(),
      recipient: z.string(),
      locale: z.string(),
      created_at: instant,
      sent_at: moment,
    }),
  ),
});

export type AccountExport = z.output<typeof accountExport>;

/** GDPR, articles 15 and 20. */
const exportAccount = defineEndpoint({
  name: 'exportAccount',
  method: 'GET',
  path: '/users/:id/export',
  access: 'user',
  params: byId,
  response: z.object({ data: resource('account_exports', accountExport) }),
});

/**
 * `CONTRACT_RENEWS` while a contract renews, `ORDER_BUSY` while a payment is in progress, `EMAIL_JUST_CHANGED` while a
 * former e-mail address can undo a change.
 */
const deleteAccount = defineEndpoint({
  name: 'deleteAccount',
  method: 'POST',
  path: '/users/:id/deletion',
  access: 'user',
  params: byId,
  body: z.object({
    password: z.optional(typedPassword),
    /** True when the user agrees to lose the credit of the account. */
    forfeit_credit: z._default(z.boolean(), false),
  }),
  response: z.object({ success: z.literal(true), state: z.enum(['deleted', 'link_sent']) }),
});

/** `CREDIT_LEFT`: the account has received credit since the link was requested. */
const confirmAccountDeletion = defineEndpoint({
  name: 'confirmAccountDeletion',
  method: 'POST',
  path: '/accounts/deletion/confirm',
  body: z.object({ token: secretToken }),
  /**
   * `user_id`: the deleted account; a browser that is logged in to it ends its session. Missing in responses of the
   * previous version.
   */
  response: z.object({ success: z.literal(true), user_id: z.optional(z.string()) }),
});

export const personalDataEndpoints = { exportAccount, deleteAccount, confirmAccountDeletion };

export const personalDataDocs: AreaDocs<keyof typeof personalDataEndpoints> = {
  title: 'Your own data',
  description: 'Export of everything the shop knows about a person as one document, and its deletion (GDPR).',
  operations: {
    exportAccount: { summary: 'Export all your data' },
    deleteAccount: {
      summary: 'Delete your own account',
      description:
        'Immediately with the password. An account without one gets 202 and a link by mail. Orders and ' +
        'invoices are kept as long as tax law requires. Credit is lost with the account, so ' +
        '`forfeit_credit` must be true if there is any.',
      otherSuccess: { status: 202, when: 'A confirmation link was mailed.' },
      failures: ['WRONG_PASSWORD', 'CONTRACT_RENEWS', 'CREDIT_LEFT', 'ORDER_BUSY', 'EMAIL_JUST_CHANGED'],
      example: { body: { password: 'three apples on a shelf' } },
    },
    confirmAccountDeletion: {
      summary: 'Delete an account by the link in its mail',
      failures: ['LINK_EXPIRED', 'CONTRACT_RENEWS', 'CREDIT_LEFT', 'ORDER_BUSY'],
    },
  },
};
