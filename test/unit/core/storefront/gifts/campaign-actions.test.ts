import { describe, expect, test } from 'vitest';
import { everyPurpose } from '#core/rules/tracking/consent.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { openShopper } from '#test/support/test-browser.ts';

/** Enters a campaign on a page to which an advertisement has led. */
async function enter(email: string, password: string) {
  const { browser, tab, actions } = await openShopper(undefined, {
    state: { consent: { isDecided: true, ...everyPurpose } },
    address: { path: '/de/redeem', query: 'utm_source=zeitung' },
  });
  expect(browser.jar.get('utm_source')?.value).toBe('zeitung');
  const entered = await actions.enterCampaign({ email, password, code: 'GESCHENK-CLARA', campaign: null });
  expect(entered.ok).toBe(true);
  expect(browser.jar.has('utm_source')).toBe(false);
  const { snapshot } = tab.shop.stores.session;
  return {
    sub: snapshot.status === 'logged_in' ? snapshot.learner.sub : null,
    origins: [...browser.server.origins],
    events: browser.analytics.events.map(({ name }) => name),
  };
}

describe('a campaign', () => {
  test('that creates an account reports a registration and its source', async () => {
    const { sub, origins, events } = await enter('neu@example.org', 'drei Äpfel im Regal');
    expect(events).toEqual(['sign_up']);
    expect(origins).toEqual([[sub, { utm_source: 'zeitung' }]]);
  });

  test('that is entered with an existing account reports a login only', async () => {
    const { identifier, password } = learnerCredentials;
    const { origins, events } = await enter(identifier, password);
    expect([events, origins]).toEqual([['login'], []]);
  });
});
