import { expect, test } from 'vitest';
import { noPurpose } from '#core/rules/tracking/consent.ts';
import { openTestBrowser } from '#test/support/test-browser.ts';

async function openTab(browser = openTestBrowser()) {
  const tab = browser.openTab();
  await tab.start();
  const { actions, queries } = tab.shop;
  const found = async () => {
    const popup = await queries.findPopup('/de/kurse');
    return popup.ok ? (popup.value?.key ?? null) : 'failed';
  };
  return { browser, tab, actions, queries, found };
}

test('no popup is shown before the consent is decided', async () => {
  const { actions, queries, found } = await openTab();
  expect(await found()).toBeNull();
  actions.decideConsent(noPurpose);
  expect(await found()).toBe('first-lesson');
  expect(await queries.findPopup('/de/impressum')).toEqual({ ok: true, value: null });
});

test('a popup closed without consent to preferences stays closed in this tab, and nothing is stored', async () => {
  const { browser, tab, actions, found } = await openTab();
  actions.decideConsent(noPurpose);
  await actions.closePopup('first-lesson');
  expect(await found()).toBeNull();
  expect(tab.localStorage.read('closed_popups')).toBeNull();
  const other = await openTab(browser);
  other.actions.decideConsent(noPurpose);
  expect(await other.found()).toBe('first-lesson');
});

test('a popup closed with that consent stays closed in every tab, beside others', async () => {
  const { browser, actions, found } = await openTab();
  actions.decideConsent({ ...noPurpose, preferences: true });
  await actions.closePopup('gift-season');
  expect(await found()).toBe('first-lesson');
  await actions.closePopup('first-lesson');
  const other = await openTab(browser);
  other.actions.decideConsent({ ...noPurpose, preferences: true });
  expect(await other.found()).toBeNull();
});
