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
import { drawScreen, openTexts, showScreen } from '#test/unit/back-office/support/show.tsx';

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
  /** Why the server does not give its figures. */
  readonly code?: string;
}

/** A server with something that waits, and with these figures or none. Returns the paths that are asked for. */
function serve({ figures, code = 'UNAVAILABLE' }: Serving = {}): readonly string[] {
  const asked: string[] = [];
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  vi.stubGlobal('fetch', async (address: string) => {
    const [path = ''] = address.split('?');
    asked.push(path);
    if (path === '/api/operator/attention') return Response.json({ data: attention });
    if (figures !== undefined) return Response.json({ data: figures });
    const status = code === 'FORBIDDEN' ? 403 : 503;
    const error = { status: String(status), code, title: 'x', detail: 'x' };
    return Response.json({ success: false, errors: [error] }, { status });
  });
  return asked;
}

/** The first screen of an operator, as the routes load it. Returns how to open it, which tells its words. */
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

test('figures that cannot be read leave what needs somebody, with a sentence and another try', async () => {
  serve();
  const open = await startScreen();
  const text = await open('');
  expect(text).toContain('Payments that did not arrive');
  expect(text).toContain('MH-4711');
  expect(text.endsWith(unread)).toBe(true);
});

const asking = { request: new Request('http://localhost/verwaltung/') } as never;

test.each<[string, Permission, Serving, Figures | null, number]>([
  ['asked for', 'figures.read', { figures: shown }, shown, 1],
  ['asked for only with the permission', 'orders.read', { figures: shown }, null, 0],
  ['gone when the role has changed since', 'figures.read', { code: 'FORBIDDEN' }, null, 1],
])('figures are %s', async (_, permission, serving, loaded, times) => {
  const asked = serve(serving);
  const load = figuresLoader(async () => ok({ permissions: [permission] }));
  expect(await load(asking)).toEqual(loaded);
  expect(asked).toEqual(Array(times).fill('/api/operator/figures'));
});

test('figures are not asked for while it is not known who is there', async () => {
  const asked = serve({ figures: shown });
  await expect(figuresLoader(async () => err(failureOf('NETWORK')))(asking)).rejects.toThrow('NETWORK');
  expect(asked).toEqual([]);
});

test('figures on the screen stay when the same ones cannot be read anew', async () => {
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

test('who may refund can say that a payment is settled', async () => {
  const buttonsFor = async (permissions: readonly Permission[]) => {
    const screen = { id: 'start', element: <StartPage />, loaded: attention, shell: { permissions } };
    const markup = await showScreen({ ...screen, locale: 'en' });
    return [...markup.matchAll(/<button.*?<\/button>/g)].map(([button]) => textOf(button));
  };
  expect(await buttonsFor(['orders.read', 'orders.refund'])).toEqual(['Is settled']);
  expect(await buttonsFor(['orders.read'])).toEqual([]);
});

test('a payment that is settled is named by its button, and its notice by the call', async () => {
  const permissions = ['orders.read', 'orders.refund'];
  const screen = { id: 'start', element: <StartPage />, loaded: attention, shell: { permissions } };
  const { find, markup } = await drawScreen({ ...screen, locale: 'en' });
  expect(find('Is settled: MH-4711')).toBe(find('Is settled'));
  // It gets the focus when the button is gone.
  expect(markup).toMatch(/<h2 id="attention" tabindex="-1"/i);
  const sent: unknown[] = [];
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    sent.push([path, JSON.parse(String(body))]);
    return Response.json({ success: true });
  });
  await find('form').onSubmit?.({ preventDefault() {} });
  await settled();
  expect(sent).toEqual([['/api/operator/attention/payments', { key: waiting.id }]]);
});
