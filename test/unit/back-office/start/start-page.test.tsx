import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import {
  attentionLoader,
  FailedFigures,
  figuresLoader,
  StartFigures,
  StartPage,
} from '#back-office/operations/start-page.tsx';
import { keepStaleData, staleData } from '#back-office/shell/keep-stale-data.tsx';
import type { Figures } from '#core/model/figures.ts';
import type { Permission } from '#core/model/operator.ts';
import { err, failureOf, ok } from '#core/rules/basics/result.ts';
import { textOf } from '#test/support/render-in-shop.tsx';
import { settled } from '#test/support/settled.ts';
import { buttonsIn, drawScreen, openTexts, showScreen } from '#test/unit/back-office/support/show.tsx';
import { failureResponse, stubApi } from '#test/unit/back-office/support/stub-api.ts';

afterEach(() => vi.unstubAllGlobals());

const waiting = {
  ...{ id: 'acme/settlement_declined:t1', title: 'MH-4711', quantity: null, amount: 8_900 },
  ...{ order_id: '01900000-0000-7000-8000-000000000001', since: '2026-11-21T10:00:00Z', due: null },
};
const attention = [{ kind: 'missing_payments', count: 1, items: [waiting] }];

const range = { from: '2026-11-01', to: '2026-11-20', step: 'day' } as const;
const before = { from: '2026-10-12', to: '2026-10-31' };
const shown: Figures = { ...range, before, periods: [], measures: [], rankings: [] };

interface Serving {
  readonly figures?: Figures;
  /** Failure code of the request for figures, if there are none. */
  readonly code?: string;
}

/** Stubs a server with one open task, and with these figures or none. Returns the requests. */
function serve({ figures, code = 'UNAVAILABLE' }: Serving = {}) {
  return stubApi((path) => {
    if (path === '/api/operator/attention') return Response.json({ data: attention });
    if (figures !== undefined) return Response.json({ data: figures });
    return failureResponse(code, code === 'FORBIDDEN' ? 403 : 503);
  });
}

/** Creates the start screen with its loaders. Returns a function that opens it and returns its text. */
async function startScreen() {
  const permissions: readonly Permission[] = ['orders.read', 'figures.read'];
  const loader = figuresLoader(async () => ok({ permissions }));
  const figures = { index: true, loader, element: <StartFigures />, ErrorBoundary: FailedFigures } as const;
  const start = { path: '/', loader: attentionLoader, element: <StartPage />, children: [figures] };
  const shell = { id: 'shell', loader: () => ({ permissions }), children: [start] };
  const router = createMemoryRouter([shell], { dataStrategy: keepStaleData() });
  const texts = await openTexts('en');
  return async (search: string): Promise<string> => {
    await router.navigate(`/${search}`);
    vi.unstubAllGlobals();
    const screen = (
      <I18nextProvider i18n={texts}>
        <RouterProvider router={router} />
      </I18nextProvider>
    );
    return textOf(renderToStaticMarkup(screen));
  };
}

const unread = 'Figures The figures cannot be read right now. Try again';

test('if figures cannot be read, the open tasks stay, beside an error with a retry', async () => {
  serve();
  const open = await startScreen();
  const text = await open('');
  expect(text).toContain('Payments that did not arrive');
  expect(text).toContain('MH-4711');
  expect(text.endsWith(unread)).toBe(true);
});

const loaderArgs = { request: new Request('http://localhost/verwaltung/') } as never;

test.each<[string, Permission, Serving, Figures | null, number]>([
  ['requested', 'figures.read', { figures: shown }, shown, 1],
  ['not requested without the permission', 'orders.read', { figures: shown }, null, 0],
  ['null if the permission was removed since', 'figures.read', { code: 'FORBIDDEN' }, null, 1],
])('figures are %s', async (_, permission, serving, loaded, times) => {
  const requests = serve(serving);
  const load = figuresLoader(async () => ok({ permissions: [permission] }));
  expect(await load(loaderArgs)).toEqual(loaded);
  const expected = Array(times).fill([expect.stringMatching(/^GET \/api\/operator\/figures\?/)]);
  expect(requests).toEqual(expected);
});

test('figures are not requested while the operator is unknown', async () => {
  const requests = serve({ figures: shown });
  await expect(figuresLoader(async () => err(failureOf('NETWORK')))(loaderArgs)).rejects.toThrow('NETWORK');
  expect(requests).toEqual([]);
});

test('figures stay on the screen if the same ones cannot be reloaded', async () => {
  serve({ figures: shown });
  const open = await startScreen();
  const search = `?${new URLSearchParams(range)}`;
  const text = await open(search);
  expect(text).not.toContain(unread);
  expect(staleData.current()).toBe(false);
  serve();
  expect(await open(search)).toBe(text);
  expect(staleData.current()).toBe(true);
  serve();
  expect(await open(`?${new URLSearchParams({ ...range, from: '2026-11-02' })}`)).toContain(unread);
  expect(staleData.current()).toBe(false);
});

test('a payment can be marked as settled with permission to refund', async () => {
  const buttonsFor = async (permissions: readonly Permission[]) => {
    const screen = { id: 'start', element: <StartPage />, loaded: attention, shell: { permissions } };
    return buttonsIn(await showScreen({ ...screen, locale: 'en' }));
  };
  expect(await buttonsFor(['orders.read', 'orders.refund'])).toEqual(['Is settled']);
  expect(await buttonsFor(['orders.read'])).toEqual([]);
});

test('the button to settle a payment names the payment, and its request the notice', async () => {
  const permissions = ['orders.read', 'orders.refund'];
  const screen = { id: 'start', element: <StartPage />, loaded: attention, shell: { permissions } };
  const { find, markup } = await drawScreen({ ...screen, locale: 'en' });
  expect(find('Is settled: MH-4711')).toBe(find('Is settled'));
  // The heading gets the focus when the button is removed.
  expect(markup).toMatch(/<h2 id="attention" tabindex="-1"/i);
  const requests = stubApi(() => Response.json({ success: true }));
  await find('form').onSubmit?.({ preventDefault() {} });
  await settled();
  expect(requests).toEqual([['POST /api/operator/attention/payments', { key: waiting.id }]]);
});
