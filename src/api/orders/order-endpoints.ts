import * as z from 'zod/mini';
import { examplePassword, passwordTwice } from '#api/accounts/account-endpoints.ts';
import { type AreaDocs, defineEndpoint } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { done } from '#api/success-and-failure.ts';
import { postalAddress } from '#core/model/address.ts';
import type { FailureCode } from '#core/model/failure.ts';
import { order as orderModel, orderTemplates } from '#core/model/order.ts';
import { cardProviders, paymentNonce, paymentProvider } from '#core/model/payment.ts';
import { email, identifier, line, printableTexts, secretToken, text, uuid } from '#core/model/primitives.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { session } from '#core/model/user.ts';
import { maxLines } from '#core/model/values.ts';

/** An order as its buyer sees it. All amounts in cents. */
export const order = resource('orders', orderModel);

export type OrderResource = z.output<typeof order>;

const orderDocument = z.object({ data: order });

/** `LOGIN_REQUIRED`: the e-mail already has an account. */
export const createOrder = defineEndpoint({
  name: 'createOrder',
  method: 'POST',
  path: '/cart/order',
  access: 'optional_user',
  status: 201,
  body: z.object({
    email: z.optional(email),
    template: z._default(z.enum(orderTemplates), 'order'),
    bundle_cart_unique_id: secretToken,
    /** Only marks lines as PDF gifts; the cart defines what is ordered. */
    products: z._default(
      z
        .array(z.object({ product_id: identifier, is_gift_pdf: z._default(z.boolean(), false) }))
        .check(z.maxLength(maxLines)),
      [],
    ),
    /** Omitted: the cart's code; null: none. */
    referral_code: z.nullish(line(lengths.code)),
    affiliate_code: z.nullish(line(lengths.code)),
  }),
  response: z.object({ data: order, meta: z.optional(z.object({ order_token: z.optional(z.string()) })) }),
});

const getOrder = defineEndpoint({
  name: 'getOrderById',
  method: 'GET',
  path: '/orders/:id',
  access: 'optional_user',
  params: byId,
  response: orderDocument,
});

/** The order becomes `verified`. */
const verifyOrder = defineEndpoint({
  name: 'getClientToken',
  method: 'POST',
  path: '/cart/verify',
  access: 'optional_user',
  body: byId,
  response: z.object({
    success: z.literal(true),
    /** Null if nothing is due, so that no card is needed, or if cards are unavailable but another payment method is. */
    client_token: z.nullable(z.string()),
    provider: paymentProvider,
    /** If prepayment is offered, a nonce that checks out this order by bank transfer; else null. */
    transfer_nonce: z.nullable(z.string()),
    /**
     * Active card providers in the shop's order; the first one is `provider`. Empty if no card is needed.
     * `client_token` of a provider is null during its outage.
     */
    providers: cardProviders,
    /**
     * Providers with their own payment page for this order, in the shop's order. `nonce` checks out this order with the
     * provider, which then requires an action.
     */
    pages: z.array(z.object({ name: paymentProvider, nonce: z.string() })),
    data: order,
  }),
});

export const openWallets = defineEndpoint({
  name: 'openWallets',
  method: 'POST',
  path: '/cart/wallets',
  access: 'optional_user',
  body: z.object({
    bundle_cart_unique_id: secretToken,
    /** The wallets' provider; default: the first card provider. */
    provider: z.optional(paymentProvider),
  }),
  response: z.object({ success: z.literal(true), client_token: z.string(), provider: paymentProvider }),
});

/**
 * `expected_total` is in cents; `TOTAL_CHANGED` is returned before the gateway is called. After a `transfer_nonce` the
 * order is in `awaiting_payment`, with the transfer details in `bank_transfer`. `NONCE_REUSED`: the nonce was sent
 * before with a different request.
 */
export const checkOutOrder = defineEndpoint({
  name: 'checkout',
  method: 'POST',
  path: '/cart/checkout',
  access: 'optional_user',
  body: z.object({
    id: uuid,
    /** Null only when nothing is due. */
    payment_method_nonce: z._default(z.nullable(paymentNonce), null),
    /** The nonce's provider, one of `providers`; default: the first card provider, or that of transfers. */
    provider: z.optional(paymentProvider),
    expected_total: z.int().check(z.gte(0)),
    device_data: z._default(z.nullable(text(10_000)), null),
    billing_address: z.optional(postalAddress.check(printableTexts)),
    save_payment_method: z._default(z.boolean(), false),
    /** Consent to immediate start and to losing the right of withdrawal, needed when `needs_waiver`. */
    waiver_accepted: z._default(z.boolean(), false),
    /** Express request to begin a membership or subscription before the withdrawal period ends. */
    early_start_requested: z._default(z.boolean(), false),
  }),
  response: orderDocument,
});

export const continuePayment = defineEndpoint({
  name: 'continuePayment',
  method: 'POST',
  path: '/orders/:id/action',
  access: 'optional_user',
  params: byId,
  body: z.object({ step: z.enum(['check', 'return', 'cancel']) }),
  response: orderDocument,
});

const requestOrderLink = defineEndpoint({
  name: 'requestOrderLink',
  method: 'POST',
  path: '/orders/lookup',
  status: 202,
  body: z.object({
    /** As typed: case, spaces and hyphens are ignored. */
    code: line(lengths.code, 1),
    email,
  }),
  response: done,
});

export const openOrderAccount = defineEndpoint({
  name: 'openOrderAccount',
  method: 'POST',
  path: '/orders/:id/account',
  access: 'optional_user',
  params: byId,
  body: z.object(passwordTwice),
  response: session,
});

const requestEarlyStart = defineEndpoint({
  name: 'requestEarlyStart',
  method: 'POST',
  path: '/orders/:id/early_start',
  access: 'optional_user',
  params: byId,
  response: done,
});

export const orderEndpoints = {
  createOrder,
  getOrder,
  openWallets,
  verifyOrder,
  checkOutOrder,
  continuePayment,
  requestOrderLink,
  openOrderAccount,
  requestEarlyStart,
};

const unorderable: readonly FailureCode[] = [
  'CART_EMPTY',
  'ADDRESS_REQUIRED',
  'INVOICE_ADDRESS_REQUIRED',
  'COUNTRY_NOT_DELIVERED',
  'OUT_OF_STOCK',
  'EXCEED_LIMIT',
  'ALREADY_OWNED',
  'UNKNOWN_PRODUCT',
  'LOGIN_REQUIRED',
  'RECIPIENT_REQUIRED',
  'DELIVERY_DAY_OUT_OF_REACH',
];

export const orderDocs: AreaDocs<keyof typeof orderEndpoints> = {
  title: 'Orders and payment',
  description:
    'Order the cart, fetch the payment provider’s client token, create a nonce of the card in the buyer’s ' +
    'browser, check out with it, read the order. A guest proves to be the buyer by `X-Order-Token`.',
  operations: {
    createOrder: {
      summary: 'Order a cart',
      description:
        'Reprices the cart and creates its one open order, or returns the open one with new prices: two ' +
        'tabs that order the same cart get the same order. A guest gets `meta.order_token`. Above a total ' +
        'of 250 EUR the invoice needs an address even if nothing is shipped: that of the cart, or a ' +
        'default address of the address book.',
      failures: ['NOT_FOUND', ...unorderable],
    },
    getOrder: {
      summary: 'Read an order',
      description: '`completed_at` is set once the order is paid.',
      takesOrderToken: true,
    },
    requestOrderLink: {
      summary: 'Get a link to an order by mail',
      description:
        'Mails a link to the buyer: for a guest’s order, one that opens it for 180 days; else one to the ' +
        'purchases of the account. Unknown orders get the same response in the same time.',
      example: { body: { code: 'K7QW-2M9X', email: 'johanna.brandt@example.org' } },
    },
    openOrderAccount: {
      summary: 'Open the account created by an order',
      description:
        'Sets its first password and logs in, once and within an hour of the payment. This does not ' +
        'confirm the e-mail address: the mailed link stays valid and gives the account to whoever reads ' +
        'the mails.',
      takesOrderToken: true,
      failures: ['NOT_FOUND', 'FORBIDDEN', 'PASSWORD_TOO_COMMON', 'PASSWORDS_DIFFER'],
      example: { body: examplePassword },
    },
    requestEarlyStart: {
      summary: 'Request an early start of a membership',
      description:
        'Without this express request, which can also be made at checkout (`early_start_requested`), a ' +
        'membership or subscription opens its paid lessons after the withdrawal period. With it, the days ' +
        'until a withdrawal must be paid pro rata. A repeated call changes nothing.',
      takesOrderToken: true,
      failures: ['NOT_FOUND'],
    },
    openWallets: {
      summary: 'Get a client token for wallets',
      description:
        'For wallets offered before the address step: the payment provider’s wallet returns a nonce with ' +
        'the shopper’s e-mail address and postal address. Set that address on the cart, order the cart, ' +
        'and pay the order with the nonce.',
      failures: ['NOT_FOUND', 'CART_EMPTY', 'PAYMENT_PROVIDER_INACTIVE', 'PAYMENT_UNAVAILABLE'],
    },
    verifyOrder: {
      summary: 'Get the client token for payment',
      description:
        'Can be repeated while the order is open. `client_token` is null if nothing is due. ' +
        '`transfer_nonce`, if prepayment is offered, checks out only this order, by bank transfer: it then ' +
        'waits in `awaiting_payment`, and `bank_transfer` contains the transfer details. If cards are ' +
        'unavailable, `client_token` is null next to a `transfer_nonce` or `pages`; without any of these ' +
        'the call fails with `PAYMENT_UNAVAILABLE`. `providers` are the card providers; `takes_cards` is ' +
        'false if only wallets work at the moment. `pages` are the providers with their own payment page ' +
        'for this order: the `nonce` pays only this order, and leads to an action of kind `redirect`.',
      takesOrderToken: true,
      failures: ['NOT_FOUND', 'ORDER_CLOSED', 'INVOICE_ADDRESS_REQUIRED', 'PAYMENT_UNAVAILABLE'],
    },
    continuePayment: {
      summary: 'Continue a payment after the buyer’s action',
      description:
        'Asks the payment provider for the outcome of the action that an order in `awaiting_action` ' +
        'requires, and returns the order: `paid`; `verified` with `last_decline` if it was declined, ' +
        'cancelled or timed out, open for another nonce; `processing` if the buyer has finished and the ' +
        'bank decides later; or still `awaiting_action` with `payment_action`. `last_decline` is ' +
        '`CANCELLED_BY_BUYER` or `EXPIRED` if there was no decline. `return` means that the buyer returns ' +
        'from the action; `check` returns the stored state within three seconds of another call. With ' +
        '`cancel`, the provider first tries to end the action; if the buyer was faster, the order is paid. ' +
        'Orders in other states are returned unchanged. Safe to repeat.',
      takesOrderToken: true,
      failures: ['NOT_FOUND'],
      example: { body: { step: 'check' } },
    },
    checkOutOrder: {
      summary: 'Pay an order',
      description:
        'Charges `expected_total`, the order’s `amount_due`. Safe to repeat: the same nonce returns the ' +
        'outcome of its attempt and never charges twice. After `PAYMENT_DECLINED` the order is open for a ' +
        'new nonce. After `TOTAL_CHANGED` read the order again and show the new total. After ' +
        '`TERMS_CHANGED` show the legal pages again. `TOO_MANY_OPEN_TRANSFERS`: no `transfer_nonce` is ' +
        'accepted while orders of the same e-mail address or network address wait for transfers; other ' +
        'payment methods still work. `STOCK_HELD`: unfinished orders of one buyer or network may reserve ' +
        'at most half of the remaining stock of a product or uses of a coupon.',
      takesOrderToken: true,
      otherSuccess: {
        status: 202,
        when:
          'The outcome is not known yet and is being looked up: read the order again in a few seconds. In ' +
          '`awaiting_action`, the buyer must complete `payment_action`, on the provider’s page or in the ' +
          'shop. In `processing`, the bank or provider decides later, in minutes or days: everything stays ' +
          'reserved, and a mail reports the outcome.',
      },
      failures: [
        'NOT_FOUND',
        ...unorderable,
        'CONSENT_REQUIRED',
        'PAYMENT_METHOD_REQUIRED',
        'PAYMENT_PROVIDER_INACTIVE',
        'TOO_MANY_OPEN_TRANSFERS',
        'STOCK_HELD',
        'PAYMENT_DECLINED',
        'TOTAL_CHANGED',
        'TERMS_CHANGED',
        'ORDER_BUSY',
        'NONCE_REUSED',
        'ORDER_CLOSED',
      ],
      example: {
        body: {
          id: '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70',
          payment_method_nonce: 'fake-valid-nonce',
          expected_total: 4900,
          waiver_accepted: true,
        },
      },
    },
  },
};
