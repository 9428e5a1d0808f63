import type { FailureCode } from '#api/failure.ts';
import type { Area } from './operation-text.ts';

const unorderable = [
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
] as const satisfies readonly FailureCode[];

export const orders = {
  title: 'Orders and payment',
  description:
    'Order the cart, fetch the payment provider’s client token, let the buyer’s browser make a nonce of the card, check ' +
    'out with it, read the order. A guest proves to be the buyer by `X-Order-Token`.',
  operations: {
    createOrder: {
      summary: 'Order a cart',
      description:
        'Prices the cart again and makes its one open order, or answers the open one with new prices: two tabs that ' +
        'order one cart get the same order. A guest gets `meta.order_token`. Above a total of 250 EUR the invoice needs an ' +
        'address also where nothing is shipped: that of the cart, or a default one of the address book.',
      failures: ['NOT_FOUND', ...unorderable],
    },
    getOrder: {
      summary: 'Read an order',
      description: '`completed_at` is set once it is paid.',
      takesOrderToken: true,
    },
    verifyOrder: {
      summary: 'Get the client token for payment',
      description:
        'May be called again while the order is open. `client_token` is null when nothing is due. `transfer_nonce`, where ' +
        'prepayment is offered, checks the order out by bank transfer: it then waits in `awaiting_payment`, and ' +
        '`bank_transfer` says where the money goes. While cards cannot be taken, `client_token` is null beside a ' +
        '`transfer_nonce`; with neither the answer is `PAYMENT_UNAVAILABLE`.',
      takesOrderToken: true,
      failures: ['NOT_FOUND', 'ORDER_CLOSED', 'INVOICE_ADDRESS_REQUIRED', 'PAYMENT_UNAVAILABLE'],
    },
    checkOutOrder: {
      summary: 'Pay an order',
      description:
        'Charges `expected_total`, the order’s `amount_due`. Safe to repeat: the same nonce answers what its attempt has ' +
        'come to and never charges twice. After `PAYMENT_DECLINED` the order is open for a new nonce. After ' +
        '`TOTAL_CHANGED` read the order again and show the new total.',
      takesOrderToken: true,
      otherSuccess: {
        status: 202,
        when: 'The outcome is not known yet and is being looked up; read the order again in a few seconds.',
      },
      failures: [
        'NOT_FOUND',
        ...unorderable,
        'CONSENT_REQUIRED',
        'PAYMENT_METHOD_REQUIRED',
        'PAYMENT_DECLINED',
        'TOTAL_CHANGED',
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
} as const satisfies Area;
