import { expect, test } from 'vitest';
import { accessCookie } from '#core/rules/accounts/access.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import type { PasskeyDevice } from '#ports/browser/passkey-device.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { openShopper, openTestBrowser } from '#test/support/test-browser.ts';
import { newcomer } from '#test/unit/core/storefront/people.ts';

const signed = {
  id: 'AQ',
  rawId: 'AQ',
  type: 'public-key' as const,
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
};
const made = {
  id: 'AQ',
  rawId: 'AQ',
  type: 'public-key' as const,
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
};

/** Opens a browser whose passkey device succeeds, except for the given calls. */
function openWith(own: Partial<PasskeyDevice>) {
  const passkeyDevice: PasskeyDevice = {
    canKeep: async () => true,
    canSuggest: async () => true,
    create: async () => ok(made),
    sign: async () => ok(signed),
    stop() {},
    ...own,
  };
  return openShopper(openTestBrowser(), { passkeyDevice });
}

/** Gives the learner of the small shop a passkey and logs out again. */
async function withPasskey(own: Partial<PasskeyDevice> = {}) {
  const opened = await openWith(own);
  await opened.actions.logIn(learnerCredentials);
  expect(await opened.actions.addPasskey(null)).toMatchObject({ ok: true, value: { name: '' } });
  await opened.actions.logOut();
  return opened;
}

test('a passkey logs in as a password does, and merges the cart of the guest', async () => {
  const { browser, tab, actions, add } = await withPasskey();
  await add('raupen-lesen', 2);
  expect(await actions.logInWithPasskey()).toMatchObject({ ok: true });
  expect(browser.jar.has(accessCookie)).toBe(true);
  expect(tab.cart().amount).toBe(2);
});

test('a suggested passkey logs in; a browser that suggests none is not asked', async () => {
  const { actions } = await withPasskey();
  expect(await actions.suggestPasskeys()).toMatchObject({ ok: true });
  let asked = 0;
  const other = await openWith({
    canSuggest: async () => false,
    sign: async () => {
      asked += 1;
      return ok(signed);
    },
  });
  expect([await other.actions.suggestPasskeys(), asked]).toEqual([null, 0]);
});

test('a suggestion prepared late neither ends the dialog opened meanwhile nor begins after it was stopped', async () => {
  const asked: boolean[] = [];
  const known = Promise.withResolvers<boolean>();
  const { actions } = await openWith({
    canSuggest: () => known.promise,
    sign: async (_, isSuggested) => {
      asked.push(isSuggested);
      return err('cancelled');
    },
  });
  const late = actions.suggestPasskeys();
  await actions.logInWithPasskey();
  known.resolve(true);
  expect([await late, asked]).toEqual([null, [false]]);
  const stopped = actions.suggestPasskeys();
  await actions.stopPasskeys();
  expect([await stopped, asked]).toEqual([null, [false]]);
  await actions.suggestPasskeys();
  expect(asked).toEqual([false, true]);
});

test('a cancelled suggestion returns null, a passkey that the shop refuses an error', async () => {
  const cancelled = await openWith({ sign: async () => err('cancelled') });
  expect(await cancelled.actions.suggestPasskeys()).toBeNull();
  const unknown = await openWith({});
  expect(await unknown.actions.suggestPasskeys()).toMatchObject({ error: { code: 'PASSKEY_REFUSED' } });
});

test.each([
  ['cancelled', 'PASSKEY_CANCELLED'],
  ['known', 'PASSKEY_KNOWN'],
  ['unavailable', 'PASSKEY_UNAVAILABLE'],
] as const)('a device that returns %s leaves the session unchanged', async (refusal, code) => {
  const { tab, actions } = await openWith({
    create: async () => err(refusal),
    sign: async () => err(refusal),
  });
  expect(await actions.logInWithPasskey()).toMatchObject({ error: { code } });
  expect(tab.shop.stores.session.snapshot.status).toBe('guest');
  await actions.logIn(learnerCredentials);
  expect(await actions.addPasskey(null)).toMatchObject({ error: { code } });
});

test('a passkey is offered once in a browser, to a learner, where the device can keep it', async () => {
  const { browser, actions } = await openWith({});
  expect(await actions.offersPasskey()).toBe(false);
  await actions.logIn(learnerCredentials);
  expect(await actions.offersPasskey()).toBe(true);
  expect(await actions.offersPasskey()).toBe(false);
  await actions.logOut();
  await actions.logIn(learnerCredentials);
  expect(await actions.offersPasskey()).toBe(false);
  expect(browser.shared.openTab().read('passkey_offer')).toBe('asked');

  const without = await openWith({ canKeep: async () => false });
  await without.actions.logIn(learnerCredentials);
  expect(await without.actions.offersPasskey()).toBe(false);
});

test('no passkey is offered to a learner with an unconfirmed address', async () => {
  const { actions, tab } = await openWith({});
  await actions.register(newcomer);
  expect(tab.shop.stores.session.snapshot).toMatchObject({ learner: { is_email_confirmed: false } });
  expect(await actions.offersPasskey()).toBe(false);
});
