import { expect, test } from 'vitest';
import { openTestBrowser } from '#test/support/test-browser.ts';

const nothing = { marketing: false, statistics: false, preferences: false };

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

test('no small window before the question of consent is answered', async () => {
  const { actions, queries, found } = await openTab();
  expect(await found()).toBeNull();
  actions.decideConsent(nothing);
  expect(await found()).toBe('first-lesson');
  expect(await queries.findPopup('/de/impressum')).toEqual({ ok: true, value: null });
});

test('closed without consent to remember, it stays closed in this tab and nothing is kept for good', async () => {
  const { browser, tab, actions, found } = await openTab();
  actions.decideConsent(nothing);
  await actions.closePopup('first-lesson');
  expect(await found()).toBeNull();
  expect(tab.localStorage.read('closed_popups')).toBeNull();
  const other = await openTab(browser);
  other.actions.decideConsent(nothing);
  expect(await other.found()).toBe('first-lesson');
});

test('closed with that consent, it stays closed in every tab, beside others', async () => {
  const { browser, actions, found } = await openTab();
  actions.decideConsent({ ...nothing, preferences: true });
  await actions.closePopup('gift-season');
  expect(await found()).toBe('first-lesson');
  await actions.closePopup('first-lesson');
  const other = await openTab(browser);
  other.actions.decideConsent({ ...nothing, preferences: true });
  expect(await other.found()).toBeNull();
});
