import { afterEach, expect, test, vi } from 'vitest';
import { eventsLoader } from '#back-office/operations/events-page.tsx';

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
