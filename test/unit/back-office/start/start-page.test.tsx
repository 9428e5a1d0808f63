import { afterEach, expect, test, vi } from 'vitest';
import { StartPage, startLoader } from '#back-office/operations/start-page.tsx';
import type { Figures } from '#core/model/figures.ts';
import type { Permission, SignedInOperator } from '#core/model/operator.ts';
import { textOf } from '#test/support/render-in-shop.tsx';
import { settled } from '#test/support/settled.ts';
import { drawScreen, showScreen } from '#test/unit/back-office/support/show.tsx';

afterEach(() => vi.unstubAllGlobals());

const waiting = {
  ...{ id: 'acme/settlement_declined:t1', title: 'MH-4711', quantity: null, amount: 8_900 },
  ...{ order_id: '01900000-0000-7000-8000-000000000001', since: '2026-11-21T10:00:00Z', due: null },
};
const attention = [{ kind: 'missing_payments', count: 1, items: [waiting] }];

/** The response of a server whose operator may do this, and which does not give its figures. */
function answer(path: string, permissions: readonly Permission[], code: string): Response {
  if (path === '/api/operator/attention') return Response.json({ data: attention });
  if (path === '/api/operator/session') {
    const attributes = {
      ...{ email: 'a@meisterhand.example', name: 'A', role: 'owner', permissions },
      ...{ session_ends_at: '2026-11-20T20:00:00.000Z', proved_at: '2026-11-20T08:00:00.000Z' },
    };
    return Response.json({ data: { type: 'operators', id: 'one', attributes } });
  }
  const status = code === 'FORBIDDEN' ? 403 : 503;
  const error = { status: String(status), code, title: 'x', detail: 'x' };
  return Response.json({ success: false, errors: [error] }, { status });
}

interface Loading {
  readonly isKnown?: boolean;
  /** Why the server does not give its figures. */
  readonly code?: string;
  /** The figures on the screen. */
  readonly shown?: Figures;
  readonly search?: string;
}

/** Loads the start page of an operator, whom the shell knows or not; also returns the paths that were asked for. */
async function load(permissions: readonly Permission[], loading: Loading = {}) {
  const { isKnown = true, code = 'UNAVAILABLE', shown, search = '' } = loading;
  const asked: string[] = [];
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  vi.stubGlobal('fetch', async (address: string) => {
    const [path = ''] = address.split('?');
    asked.push(path);
    return answer(path, permissions, code);
  });
  const loader = startLoader(
    () => (isKnown ? ({ permissions } as SignedInOperator) : undefined),
    () => (shown === undefined ? undefined : { attention: [], figures: shown }),
  );
  const loaded = await loader({ request: new Request(`http://localhost/verwaltung/${search}`) } as never);
  vi.unstubAllGlobals();
  return { loaded, asked };
}

const show = (loaded: unknown, permissions: readonly Permission[]) =>
  showScreen({ id: 'start', element: <StartPage />, loaded, shell: { permissions }, locale: 'en' });

test('figures that cannot be read leave what needs somebody, with a sentence and another try', async () => {
  const permissions: readonly Permission[] = ['orders.read', 'figures.read'];
  const { loaded } = await load(permissions);
  const text = textOf(await show(loaded, permissions));
  expect(text).toContain('Payments that did not arrive');
  expect(text).toContain('MH-4711');
  expect(text).toMatch(/Figures The figures cannot be read right now\. Try again$/);
});

test.each<[Permission, string | null, readonly string[]]>([
  ['orders.read', null, []],
  ['figures.read', 'failed', ['/api/operator/figures']],
])('figures are asked for only with the permission: %s', async (permission, figures, more) => {
  const known = await load([permission]);
  expect(known).toEqual({ loaded: { attention, figures }, asked: ['/api/operator/attention', ...more] });
  const first = await load([permission], { isKnown: false });
  expect(first).toEqual({
    loaded: { attention, figures },
    asked: ['/api/operator/attention', '/api/operator/session', ...more],
  });
});

test('who may refund can say that a payment is settled', async () => {
  const buttonsFor = async (permissions: readonly Permission[]) => {
    const markup = await show({ attention, figures: null }, permissions);
    return [...markup.matchAll(/<button.*?<\/button>/g)].map(([button]) => textOf(button));
  };
  expect(await buttonsFor(['orders.read', 'orders.refund'])).toEqual(['Is settled']);
  expect(await buttonsFor(['orders.read'])).toEqual([]);
});

test('figures on the screen stay when the same ones cannot be read anew, and go with the permission', async () => {
  const range = { from: '2026-11-01', to: '2026-11-20', step: 'day' } as const;
  const before = { from: '2026-10-12', to: '2026-10-31' };
  const shown: Figures = { ...range, before, periods: [], measures: [], rankings: [] };
  const search = `?${new URLSearchParams(range)}`;
  const figures = async (loading: Loading) => (await load(['figures.read'], loading)).loaded.figures;
  const { loaded } = await load(['figures.read'], { shown, search });
  expect(loaded).toEqual({ attention, figures: shown, isOld: true });
  const words = 'The figures cannot be read right now. Try again';
  expect(textOf(await show(loaded, ['figures.read']))).toContain(`Figures ${words} `);
  expect(textOf(await show({ attention, figures: shown }, ['figures.read']))).not.toContain(words);
  expect(await figures({ search })).toBe('failed');
  for (const [name, value] of [
    ['from', '2026-11-02'],
    ['to', '2026-11-19'],
    ['step', 'week'],
  ] as const) {
    const other = new URLSearchParams({ ...range, [name]: value });
    expect(await figures({ shown, search: `?${other}` }), `another ${name}`).toBe('failed');
  }
  expect(await figures({ shown, search, code: 'FORBIDDEN' })).toBe(null);
});

test('a payment that is settled is named by its button, and its notice by the call', async () => {
  const permissions = ['orders.read', 'orders.refund'];
  const loaded = { attention, figures: null };
  const screen = { id: 'start', element: <StartPage />, loaded, shell: { permissions } };
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
