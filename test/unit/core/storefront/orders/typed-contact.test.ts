import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { createMemoryTextStorage } from '#adapters/storage/memory-text-storage.ts';
import type { TypedContact } from '#core/model/address.ts';
import { salutations } from '#core/model/salutation.ts';
import { createTypedContact } from '#core/storefront/orders/typed-contact.ts';
import { runs } from '#test/run-length.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { openShopper } from '#test/support/test-browser.ts';
import { payment, place } from './order-shopper.ts';

const typedText = fc.string({ maxLength: 40 });

const contacts = fc.record<TypedContact>({
  email: typedText,
  address: fc.record({
    salutation: fc.constantFrom(...salutations),
    firstname: typedText,
    lastname: typedText,
    company: typedText,
    street: typedText,
    house_number: typedText,
    postal_code: typedText,
    city: typedText,
    country: typedText,
    phone: typedText,
  }),
});

const incomplete: TypedContact = {
  email: 'gast@exam',
  address: {
    salutation: 'ms',
    firstname: 'Johanna',
    lastname: '',
    company: '',
    street: 'Ringstraße 14',
    house_number: '',
    postal_code: '1',
    city: '',
    country: 'AT',
    phone: '',
  },
};

describe('what a guest has typed', () => {
  test.prop([contacts, contacts], { numRuns: runs(100) })(
    'is read again as it was typed last, right or wrong',
    (first, last) => {
      const storage = createMemoryTextStorage();
      createTypedContact(storage).keep(first);
      createTypedContact(storage).keep(last);
      expect(createTypedContact(storage).read()).toEqual(last);
    },
  );

  test.prop([fc.oneof(fc.string(), fc.json(), fc.constant(JSON.stringify({ email: 'a' })))], {
    numRuns: runs(100),
  })('is null when something else is stored', (text) => {
    const storage = createMemoryTextStorage();
    storage.write('typed_contact', text);
    expect(createTypedContact(storage).read()).toBeNull();
  });

  test('is stored in its tab only', async () => {
    const opened = await openShopper();
    opened.actions.keepTypedContact(incomplete);
    expect(await opened.actions.readTypedContact()).toEqual({ ok: true, value: incomplete });
    const other = opened.browser.openTab();
    expect(await other.shop.actions.readTypedContact()).toEqual({ ok: true, value: null });
  });

  test.each([
    ['fake-valid-nonce', 'paid'],
    ['bank-transfer:fake', 'awaiting_payment'],
  ])('is forgotten once the order is placed with %s', async (nonce, state) => {
    const opened = await openShopper();
    const order = await place(opened);
    opened.actions.keepTypedContact(incomplete);
    const declined = await opened.actions.payOrder(payment(order, 'fake-processor-declined-visa-nonce'));
    expect(declined.ok).toBe(false);
    expect(await opened.actions.readTypedContact()).toEqual({ ok: true, value: incomplete });
    expect(await opened.actions.payOrder(payment(order, nonce))).toMatchObject({ value: { state } });
    expect(await opened.actions.readTypedContact()).toEqual({ ok: true, value: null });
  });

  test('is forgotten at the logout', async () => {
    const opened = await openShopper();
    opened.actions.keepTypedContact(incomplete);
    await opened.actions.logIn(learnerCredentials);
    await opened.actions.logOut();
    expect(await opened.actions.readTypedContact()).toEqual({ ok: true, value: null });
  });
});
