import { describe, expect, test } from 'vitest';
import type { Order } from '#core/model/order.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { checkoutMachine, createCheckout } from '#core/storefront/orders/checkout.ts';
import type { TokenizeFailure } from '#ports/card-tokenizer.ts';
import { expectSoundStateMachine } from '#test/models/state-machine-walk.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { vienna } from '#test/support/vienna.ts';
import {
  agreed,
  contact,
  openCheckout,
  openDigitalCheckout,
  type Payment,
  paymentWith,
} from './open-checkout.ts';
import { email, failure, withTime } from './order-shopper.ts';

describe('a checkout', () => {
  test('is ready once a payment is chosen, and complete once it is placed', async () => {
    const { checkout, order, payments, tab } = await openCheckout();
    expect(checkout.snapshot.status).toBe('needs_payment');
    expect(await checkout.place(agreed)).toBe(false);
    checkout.choosePayment(paymentWith('fake-valid-nonce'));
    expect(checkout.snapshot.status).toBe('ready');
    expect(await checkout.place(agreed)).toBe(true);
    expect(checkout.snapshot).toMatchObject({ status: 'complete', message: null });
    expect(tab.cart().products).toEqual([]);
    expect(payments()).toEqual([
      {
        body: {
          id: order.id,
          payment_method_nonce: 'fake-valid-nonce',
          expected_total: order.amount_due,
          waiver_accepted: true,
          early_start_requested: true,
          save_payment_method: true,
          billing_address: { ...vienna, city: 'Graz', postal_code: '8010' },
          device_data: 'geraet',
        },
        orderToken: expect.stringMatching(/^\w{32}$/),
      },
    ]);
  });

  test('charges once, however often the button is pressed', async () => {
    const { checkout, payments } = await openCheckout();
    checkout.choosePayment(paymentWith('fake-valid-nonce'));
    expect(await Promise.all([checkout.place(agreed), checkout.place(agreed)])).toEqual([true, false]);
    expect(payments()).toHaveLength(1);
  });

  test('is ready with its order when a wallet was approved before the address', async () => {
    const { tab, order, payments } = await openCheckout();
    const checkout = createCheckout(tab.shop, { order: null, message: null }, () => 'address');
    const method = { kind: 'paypal', brand: null, last_four: null } as const;
    const nonce = { nonce: 'fake-valid-nonce', method, liability_shifted: false };
    checkout.choosePayment({ nonce, provider: 'acme_pay', billing: null, isExpress: true });
    expect(checkout.snapshot.status).toBe('needs_address');
    expect(await checkout.place(agreed)).toBe(false);
    checkout.updateOrder(order);
    expect(checkout.snapshot.status).toBe('ready');
    expect(await checkout.place(agreed)).toBe(true);
    // The nonce is charged by the provider whose wallet returned it.
    expect(payments().at(-1)).toMatchObject({ body: { provider: 'acme_pay' } });
  });

  test('without anything due needs no payment', async () => {
    const { tab, order } = await openCheckout();
    const free: Order = { ...order, amount_due: 0 as Order['amount_due'] };
    const checkout = createCheckout(tab.shop, { order: free, message: null }, () => 'review');
    expect(checkout.snapshot.status).toBe('ready');
    checkout.updateOrder(order);
    expect(checkout.snapshot.status).toBe('needs_payment');
  });

  test('that a voucher pays is placed without a nonce and without a provider', async () => {
    const { tab, payments } = await openCheckout();
    const { actions } = tab.shop;
    await actions.removeFromCart('clara-schumann');
    await actions.applyCoupon('GUTSCHEIN-50');
    const order = succeeded(await actions.placeOrder({ email, giftPdfProductIds: [] }));
    expect(order.amount_due).toBe(0);
    const checkout = createCheckout(tab.shop, { order, message: null }, () => 'review');
    expect(await checkout.place(agreed)).toBe(true);
    const request = payments().at(-1);
    expect(request).toMatchObject({ body: { payment_method_nonce: null, expected_total: 0 } });
    expect(request).toHaveProperty('body.provider', undefined);
  });

  test('asks for another payment after a decline', async () => {
    const { checkout } = await openCheckout();
    checkout.choosePayment(paymentWith('fake-processor-declined-visa-nonce'));
    expect(await checkout.place(agreed)).toBe(false);
    expect(checkout.snapshot).toMatchObject({ status: 'needs_payment', payment: null, message: 'declined' });
    checkout.choosePayment(paymentWith('fake-valid-nonce'));
    expect(checkout.snapshot.message).toBeNull();
    expect(await checkout.place(agreed)).toBe(true);
  });

  test('asks for another payment when too many transfers are open', async () => {
    const refusal = failure('TOO_MANY_OPEN_TRANSFERS');
    const { checkout } = await openCheckout({ checkOutOrder: async () => err(refusal) });
    checkout.choosePayment(paymentWith('bank-transfer:4'));
    expect(await checkout.place(agreed)).toBe(false);
    expect(checkout.snapshot).toMatchObject({ status: 'needs_payment', payment: null, message: refusal });
  });

  test('shows the review again with the new total when it has changed', async () => {
    const { checkout, add, order, tab } = await openCheckout();
    checkout.choosePayment(paymentWith('fake-valid-nonce'));
    await add('zeichentisch');
    await tab.shop.actions.placeOrder({ email, giftPdfProductIds: [] });
    expect(await checkout.place(agreed)).toBe(false);
    expect(checkout.snapshot).toMatchObject({ status: 'ready', message: 'total_changed' });
    expect(checkout.snapshot.order?.total).toBe(order.total + 5900);
    expect(await checkout.place(agreed)).toBe(true);
  });

  test.each([
    ['a lost response', failure('NETWORK'), 'lost'],
    ['an unreadable one', failure('UNREADABLE_ANSWER'), 'lost'],
    ['503', failure('UNAVAILABLE'), failure('UNAVAILABLE')],
  ])('after %s is sent three times with one nonce, and can be placed again', async (_, error, message) => {
    const { browser, checkout, payments } = await openCheckout({ checkOutOrder: async () => err(error) });
    checkout.choosePayment(paymentWith('fake-valid-nonce'));
    expect(await withTime(browser, checkout.place(agreed))).toBe(false);
    expect(checkout.snapshot).toMatchObject({ status: 'ready', message });
    const sent = payments();
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map((request) => JSON.stringify(request))).size).toBe(1);
  });

  test.each(['charging', 'unknown', 'awaiting_payment'] as const)(
    'is complete while the order is %s: its outcome comes later',
    async (state) => {
      const { checkout, tab, payments } = await openCheckout({
        checkOutOrder: async ({ body }) =>
          ok({ ...succeeded(await tab.shop.queries.getOrder(body.id)), state }),
      });
      checkout.choosePayment(paymentWith('fake-valid-nonce'));
      expect(await checkout.place(agreed)).toBe(true);
      expect(checkout.snapshot.status).toBe('complete');
      expect(payments()).toHaveLength(1);
    },
  );

  test.each([
    ['another payment is under way', failure('ORDER_BUSY'), 'complete'],
    ['the order is closed but open here', failure('ORDER_CLOSED'), 'ready'],
    ['consent is missing', failure('CONSENT_REQUIRED'), 'ready'],
    ['a payment is missing', failure('PAYMENT_METHOD_REQUIRED'), 'needs_payment'],
  ])('shows the step at which the buyer can continue when %s', async (_, error, status) => {
    const { checkout } = await openCheckout({ checkOutOrder: async () => err(error) });
    checkout.choosePayment(paymentWith('fake-valid-nonce'));
    await checkout.place(agreed);
    expect(checkout.snapshot.status).toBe(status);
  });

  test.each([
    ['is paid meanwhile', async (paid: Order) => ok({ ...paid, state: 'paid' as const }), 'complete'],
    ['is still open', async (open: Order) => ok(open), 'ready'],
    ['cannot be read', async () => err(failure('NOT_FOUND')), 'ready'],
  ])('of a closed order that %s is complete, or shows the failure', async (_, read, status) => {
    const closed = failure('ORDER_CLOSED');
    const opened: { order: Order | null } = { order: null };
    const { checkout, order } = await openCheckout({
      checkOutOrder: async () => err(closed),
      getOrder: async () => (opened.order === null ? err(closed) : read(opened.order)),
    });
    opened.order = order;
    checkout.choosePayment(paymentWith('fake-valid-nonce'));
    expect(await checkout.place(agreed)).toBe(status === 'complete');
    expect(checkout.snapshot).toMatchObject({ status, message: status === 'complete' ? null : closed });
  });
});

describe('an approved wallet', () => {
  const kinds = ['paypal', 'google_pay', 'apple_pay'] as const;
  const walletFor = (
    approved: { readonly approvedAmount?: Order['amount_due'] },
    kind: (typeof kinds)[number] = 'paypal',
  ) => {
    const method = { kind, brand: null, last_four: null };
    const nonce = { nonce: 'fake-valid-nonce', method, liability_shifted: false };
    return { nonce, billing: null, ...approved };
  };
  const dropped = { status: 'needs_payment', payment: null, message: 'total_changed' };
  const renewing = (order: Order): Order => {
    const products = order.products.map((line) => ({ ...line, kind: 'subscription' as const }));
    return { ...order, products };
  };

  test('is dropped when the order costs more than was approved, and not when it costs less', async () => {
    const { checkout, add, tab, order } = await openCheckout();
    const watching = checkout.state$.subscribe();
    checkout.choosePayment(walletFor({ approvedAmount: order.amount_due }));
    await tab.shop.actions.applyCoupon('GUTSCHEIN-50');
    await expect.poll(() => checkout.snapshot.order?.amount_due).toBe(order.amount_due - 5_000);
    expect(checkout.snapshot.status).toBe('ready');
    await add('zeichentisch');
    await expect.poll(() => checkout.snapshot.order?.amount_due).toBe(order.amount_due + 900);
    expect(checkout.snapshot).toMatchObject(dropped);
    watching.unsubscribe();
  });

  test('is dropped when the server has another total, and nothing is charged until a payment is chosen', async () => {
    const { checkout, add, tab, order, payments } = await openCheckout();
    checkout.choosePayment(walletFor({ approvedAmount: order.amount_due }));
    await add('zeichentisch');
    await tab.shop.actions.placeOrder({ email, giftPdfProductIds: [] });
    expect(await checkout.place(agreed)).toBe(false);
    expect(checkout.snapshot).toMatchObject(dropped);
    expect(await checkout.place(agreed)).toBe(false);
    expect(payments()).toHaveLength(1);
  });

  test('is dropped when a product renews, which needs a card', async () => {
    const { checkout, order } = await openCheckout();
    checkout.choosePayment(walletFor({ approvedAmount: order.amount_due }));
    checkout.updateOrder(renewing(order));
    expect(checkout.snapshot).toMatchObject({ ...dropped, message: 'payment_dropped' });
    checkout.choosePayment(paymentWith('fake-valid-nonce'));
    expect(checkout.snapshot).toMatchObject({ status: 'ready', message: null });
  });

  test.each([
    ['the same', 0],
    ['another', 500],
  ])(
    'is dropped in the review at %s amount when a product renews, with a message about the payment',
    async (_, more) => {
      const { tab, order } = await openCheckout();
      const { actions, queries, stores } = tab.shop;
      const amount_due = cents(order.amount_due + more);
      const placeOrder = async () => ok({ ...renewing(order), amount_due });
      const shop = { queries, stores, actions: { ...actions, placeOrder } };
      const checkout = createCheckout(shop, { order, message: null }, () => 'review');
      checkout.choosePayment(walletFor({ approvedAmount: order.amount_due }));
      const watching = checkout.state$.subscribe();
      await actions.editCartLine(tab.cart().products[0]?.line_id ?? '', { greeting: 'Viel Freude' });
      await expect.poll(() => checkout.snapshot.order?.products[0]?.kind).toBe('subscription');
      expect(checkout.snapshot).toMatchObject({ ...dropped, message: 'payment_dropped' });
      watching.unsubscribe();
    },
  );

  test.each(kinds)('of %s is dropped when the order has become more expensive meanwhile', async (kind) => {
    const { checkout, order } = await openCheckout();
    checkout.choosePayment(walletFor({ approvedAmount: cents(order.amount_due - 1) }, kind));
    expect(checkout.snapshot).toMatchObject(dropped);
  });

  test.each<[string, (order: Order) => Order | null]>([
    ['first', () => null],
    ['next', (order: Order) => ({ ...order, amount_due: cents(order.amount_due - 1) })],
  ])('before the address is approved for the %s order and its delivery costs', async (_, before) => {
    const { tab, order } = await openCheckout();
    const checkout = createCheckout(tab.shop, { order: before(order), message: null }, () => 'address');
    checkout.choosePayment({ ...walletFor({}), isExpress: true });
    checkout.updateOrder(order);
    expect(checkout.snapshot).toMatchObject({
      status: 'ready',
      payment: { approvedAmount: order.amount_due },
    });
    checkout.updateOrder({ ...order, amount_due: cents(order.amount_due + 1) });
    expect(checkout.snapshot).toMatchObject(dropped);
  });
});

describe('a card that is verified when the order is placed', () => {
  /** Returns a card whose bank gives these responses in turn, and the amounts that it was asked about. */
  function cardThat(...answers: (string | TokenizeFailure)[]) {
    const asked: number[] = [];
    const method = { kind: 'card', brand: 'visa', last_four: null } as const;
    const verify = async (order: Order) => {
      const answer = answers[asked.push(order.amount_due) - 1] ?? { code: 'IN_PROGRESS' };
      return typeof answer === 'string'
        ? ok({ nonce: answer, method, liability_shifted: true })
        : err(answer);
    };
    return { asked, payment: { nonce: null, card: { method, verify }, billing: null } };
  }
  /** Returns the nonces that were sent to be charged. */
  const noncesOf = (payments: readonly Payment[]) => payments.map(({ body }) => body.payment_method_nonce);

  test('is verified once, however often the button is pressed, and nothing is charged before', async () => {
    const { checkout, payments, order } = await openCheckout();
    const card = cardThat('fake-valid-nonce');
    checkout.choosePayment(card.payment);
    expect(checkout.snapshot.status).toBe('ready');
    expect(card.asked).toEqual([]);
    expect(await Promise.all([checkout.place(agreed), checkout.place(agreed)])).toEqual([true, false]);
    expect(card.asked).toEqual([order.amount_due]);
    expect(noncesOf(payments())).toEqual(['fake-valid-nonce']);
  });

  test.each(['VERIFICATION_CANCELLED', 'NETWORK', 'TIMED_OUT', 'RATE_LIMITED'] as const)(
    'can be verified again in the review after %s',
    async (code) => {
      const { checkout, payments } = await openCheckout();
      const card = cardThat({ code }, 'fake-valid-nonce');
      checkout.choosePayment(card.payment);
      expect(await checkout.place(agreed)).toBe(false);
      expect(checkout.snapshot).toMatchObject({ status: 'ready', message: { cardFailure: code } });
      expect(noncesOf(payments())).toEqual([]);
      expect(await checkout.place(agreed)).toBe(true);
    },
  );

  test.each(['VERIFICATION_FAILED', 'CARD_REFUSED', 'CLIENT_TOKEN_EXPIRED', 'PROVIDER_ERROR'] as const)(
    'is replaced by another payment after %s',
    async (code) => {
      const { checkout, payments } = await openCheckout();
      checkout.choosePayment(cardThat({ code }, 'fake-valid-nonce').payment);
      expect(await checkout.place(agreed)).toBe(false);
      expect(checkout.snapshot).toMatchObject({ status: 'needs_payment', payment: null });
      expect(checkout.snapshot.message).toEqual({ cardFailure: code });
      expect(noncesOf(payments())).toEqual([]);
    },
  );

  test('is verified again for another total, and not again for the same one', async () => {
    const { checkout, add, tab, payments, order } = await openCheckout();
    const card = cardThat('fake-valid-nonce', 'fake-other-nonce');
    checkout.choosePayment(card.payment);
    await add('zeichentisch');
    await tab.shop.actions.placeOrder({ email, giftPdfProductIds: [] });
    expect(await checkout.place(agreed)).toBe(false);
    expect(checkout.snapshot).toMatchObject({ status: 'ready', message: 'total_changed' });
    await checkout.place(agreed);
    expect(card.asked).toEqual([order.amount_due, order.amount_due + 5900]);
    expect(noncesOf(payments())).toEqual(['fake-valid-nonce', 'fake-other-nonce']);
  });

  test('is verified once when the response to the payment is lost: the same nonce is sent again', async () => {
    const lost = failure('NETWORK');
    const { browser, checkout, payments } = await openCheckout({ checkOutOrder: async () => err(lost) });
    const card = cardThat('fake-valid-nonce', 'fake-other-nonce');
    checkout.choosePayment(card.payment);
    for (const message of ['lost', 'lost']) {
      expect(await withTime(browser, checkout.place(agreed))).toBe(false);
      expect(checkout.snapshot).toMatchObject({ status: 'ready', message });
    }
    expect(card.asked).toHaveLength(1);
    expect(new Set(noncesOf(payments())).size).toBe(1);
  });

  test('is not charged when an address is required during the verification', async () => {
    const { checkout, payments } = await openCheckout();
    const card = cardThat('fake-valid-nonce');
    const isAsked = failure('ADDRESS_REQUIRED');
    const verify = (order: Order) => {
      checkout.showFailure(isAsked);
      return card.payment.card.verify(order);
    };
    checkout.choosePayment({ ...card.payment, card: { ...card.payment.card, verify } });
    expect(await checkout.place(agreed)).toBe(false);
    expect(checkout.snapshot).toMatchObject({ status: 'needs_address', message: isAsked });
    expect(noncesOf(payments())).toEqual([]);
  });
});

describe('the order of a checkout', () => {
  test('follows a greeting that is changed in the review, with a message about the lines', async () => {
    const { checkout, tab, order } = await openCheckout();
    checkout.choosePayment(paymentWith('fake-valid-nonce'));
    const watching = checkout.state$.subscribe();
    const [line] = tab.cart().products;
    await tab.shop.actions.editCartLine(line?.line_id ?? '', { greeting: 'Viel Freude' });
    await expect
      .poll(() => checkout.snapshot.order?.products[0]?.custom_properties)
      .toEqual({ greeting: 'Viel Freude' });
    expect(checkout.snapshot.message).toBe('lines_changed');
    expect(checkout.snapshot.order?.amount_due).toBe(order.amount_due);
    watching.unsubscribe();
  });

  test('follows the cart while the page watches, with a message in the review', async () => {
    const { checkout, add, order } = await openCheckout();
    const watching = checkout.state$.subscribe();
    await add('zeichentisch');
    await expect.poll(() => checkout.snapshot.order?.total).toBe(order.total + 5900);
    expect(checkout.snapshot.message).toBe('total_changed');
    watching.unsubscribe();
    await add('emmy-noether');
    expect(checkout.snapshot.order?.total).toBe(order.total + 5900);
  });

  test('follows a voucher that pays a part: the total is the same, what is to be paid is not', async () => {
    const { checkout, tab, order } = await openCheckout();
    const watching = checkout.state$.subscribe();
    await tab.shop.actions.applyCoupon('GUTSCHEIN-50');
    await expect.poll(() => checkout.snapshot.order?.amount_due).toBe(order.amount_due - 5_000);
    expect(checkout.snapshot.order?.total).toBe(order.total);
    expect(checkout.snapshot.message).toBe('total_changed');
    watching.unsubscribe();
  });

  test('is followed without a message at the payment, and not at all at the address', async () => {
    const { checkout, add, order, shown } = await openCheckout();
    checkout.state$.subscribe();
    shown.step = 'payment';
    await add('zeichentisch');
    await expect.poll(() => checkout.snapshot.order?.total).toBe(order.total + 5900);
    expect(checkout.snapshot.message).toBeNull();
    shown.step = 'address';
    await add('emmy-noether');
    expect(checkout.snapshot.order?.total).toBe(order.total + 5900);
  });

  test('that is older than the cart when the page opens is refreshed', async () => {
    const { tab, add, order } = await openCheckout();
    await add('zeichentisch');
    const checkout = createCheckout(tab.shop, { order, message: null }, () => 'payment');
    checkout.state$.subscribe();
    await expect.poll(() => checkout.snapshot.order?.total).toBe(order.total + 5900);
  });
});

describe('a checkout with name and country only', () => {
  test('asks for the address when a book is added to the cart, and continues with it', async () => {
    const { tab, add, checkout } = await openDigitalCheckout();
    expect(checkout.snapshot.order).toMatchObject({ shipping_address: null, billing_contact: contact });
    checkout.choosePayment(paymentWith('fake-valid-nonce'));
    checkout.state$.subscribe();
    await add('raupen-lesen');
    await expect.poll(() => checkout.snapshot.status).toBe('needs_address');
    expect(checkout.snapshot.message).toMatchObject({ code: 'ADDRESS_REQUIRED' });
    expect(await checkout.place(agreed)).toBe(false);
    await tab.shop.actions.saveBuyer(vienna, email);
    checkout.updateOrder(succeeded(await tab.shop.actions.placeOrder({ email, giftPdfProductIds: [] })));
    expect(checkout.snapshot).toMatchObject({ status: 'ready', order: { shipping_address: vienna } });
    expect(await checkout.place(agreed)).toBe(true);
  });

  test.each(['ADDRESS_REQUIRED', 'INVOICE_ADDRESS_REQUIRED', 'COUNTRY_NOT_DELIVERED'])(
    'asks for the address when the payment is refused with %s',
    async (code) => {
      const refusal = failure(code);
      const { checkout } = await openDigitalCheckout({ checkOutOrder: async () => err(refusal) });
      checkout.choosePayment(paymentWith('fake-valid-nonce'));
      expect(await checkout.place(agreed)).toBe(false);
      expect(checkout.snapshot).toMatchObject({ status: 'needs_address', message: refusal });
    },
  );
});

test('every state of a checkout is reachable and leads to a complete one', () => {
  expectSoundStateMachine(checkoutMachine);
});
