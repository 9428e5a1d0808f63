import { afterEach, expect, test, vi } from 'vitest';
import { answerWith } from '#back-office/consumer-rights/decision-effects.tsx';

afterEach(() => vi.unstubAllGlobals());

test.each(['GOODS_AWAITED', null])(
  'an answer and its preview say why the declaration was open on the screen: %s',
  async (open_reason) => {
    const sent: unknown[] = [];
    vi.stubGlobal('document', { documentElement: { lang: 'de' } });
    vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
      sent.push([path, JSON.parse(String(body))]);
      throw new TypeError('no connection');
    });
    const declaration = { id: 'one', email: 'ada@example.org', open_reason };
    const { check, send } = answerWith(declaration, (text: string) => ({ action: 'reject', text }));
    await check.show('Nein.');
    await send('Nein.');
    const body = { action: 'reject', text: 'Nein.', seen: open_reason };
    expect(sent).toEqual([
      ['/api/operator/declarations/one/decision-preview', body],
      ['/api/operator/declarations/one/decision', body],
    ]);
  },
);
