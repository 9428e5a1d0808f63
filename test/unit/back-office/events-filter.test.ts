import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { EventsPage, eventsLoader } from '#back-office/operations/events-page.tsx';
import { showScreen } from '#test/unit/back-office/support/show.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('events that were given up are asked for by their state', async () => {
  const asked: string[] = [];
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(decodeURIComponent(path));
    return Response.json({ data: [], meta: { next: null } });
  });
  const request = new Request('http://localhost/verwaltung/events?state=failed');
  await eventsLoader({ request } as Parameters<typeof eventsLoader>[0]);
  expect(asked).toEqual(['/api/operator/events?filter[state]=failed']);
});

test('events that were given up lead to their next page', async () => {
  const next = '1795255200000000_01900000-0000-7000-8000-000000000000';
  const element = createElement(EventsPage);
  const address = '/screen?state=failed';
  const markup = await showScreen({ id: 'events', element, loaded: { items: [], next }, address });
  expect(markup).toContain(`href="/screen?state=failed&amp;after=${next}"`);
});
