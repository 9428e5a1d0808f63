import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { EventsPage, eventsLoader } from '#back-office/operations/events-page.tsx';
import { showScreen } from '#test/unit/back-office/support/show.tsx';
import { stubApi } from '#test/unit/back-office/support/stub-api.ts';

afterEach(() => vi.unstubAllGlobals());

test('failed events are requested by their state', async () => {
  const requests = stubApi(() => Response.json({ data: [], meta: { next: null } }));
  const request = new Request('http://localhost/verwaltung/events?state=failed');
  await eventsLoader({ request } as Parameters<typeof eventsLoader>[0]);
  expect(requests).toEqual([['GET /api/operator/events?filter%5Bstate%5D=failed']]);
});

test('the list of failed events links to its next page', async () => {
  const next = '1795255200000000_01900000-0000-7000-8000-000000000000';
  const element = createElement(EventsPage);
  const address = '/screen?state=failed';
  const markup = await showScreen({ id: 'events', element, loaded: { items: [], next }, address });
  expect(markup).toContain(`href="/screen?state=failed&amp;after=${next}"`);
});
