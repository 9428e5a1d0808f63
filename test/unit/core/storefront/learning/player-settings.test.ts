import { expect, test } from 'vitest';
import { noPurpose } from '#core/rules/tracking/consent.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { openTestBrowser } from '#test/support/test-browser.ts';

test('without consent speed and captions are remembered for the next film of this tab only', async () => {
  const browser = openTestBrowser();
  const tab = browser.openTab();
  const { actions } = tab.shop;
  expect(succeeded(await actions.readPlayerSettings())).toMatchObject({ rate: null, captions: null });
  actions.decideConsent(noPurpose);
  await actions.keepPlayerSettings({ rate: 1.5 });
  await actions.keepPlayerSettings({ captions: 'off' });
  expect(succeeded(await actions.readPlayerSettings())).toMatchObject({ rate: 1.5, captions: 'off' });
  expect(tab.localStorage.read('player_settings')).toBeNull();
  const other = browser.openTab();
  expect(succeeded(await other.shop.actions.readPlayerSettings())).toMatchObject({
    rate: null,
    captions: null,
  });
});

test('with consent to preferences they are remembered in this browser until it is withdrawn', async () => {
  const browser = openTestBrowser();
  const { actions } = browser.openTab().shop;
  actions.decideConsent({ ...noPurpose, preferences: true });
  await actions.keepPlayerSettings({ rate: 0.75, captions: 'en' });
  const other = browser.openTab();
  expect(succeeded(await other.shop.actions.readPlayerSettings())).toMatchObject({
    rate: 0.75,
    captions: 'en',
  });
  other.shop.actions.decideConsent(noPurpose);
  expect(other.localStorage.read('player_settings')).toBeNull();
  await other.shop.actions.keepPlayerSettings({ rate: 2 });
  expect(succeeded(await other.shop.actions.readPlayerSettings())).toMatchObject({ rate: 2, captions: null });
  expect(other.localStorage.read('player_settings')).toBeNull();
});
