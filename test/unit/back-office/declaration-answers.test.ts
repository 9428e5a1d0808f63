import { afterEach, expect, test, vi } from 'vitest';
import { decisionCalls } from '#back-office/consumer-rights/decision-effects.tsx';
import { textOf } from '#test/support/render-in-shop.tsx';
import { show } from '#test/unit/back-office/support/show.tsx';
import { stubApi } from '#test/unit/back-office/support/stub-api.ts';

afterEach(() => vi.unstubAllGlobals());

test.each(['GOODS_AWAITED', null])(
  'a decision and its preview send the open reason that the operator saw: %s',
  async (open_reason) => {
    const requests = stubApi();
    const declaration = { id: 'one', email: 'ada@example.org', open_reason };
    const { check, send } = decisionCalls(declaration, (text: string) => ({ action: 'reject', text }));
    await check.show('Nein.');
    await send('Nein.');
    const body = { action: 'reject', text: 'Nein.', seen: open_reason };
    expect(requests).toEqual([
      ['POST /api/operator/declarations/one/decision-preview', body],
      ['POST /api/operator/declarations/one/decision', body],
    ]);
  },
);

test('a preview separates the amount paid back from the amount withheld for a dispute', async () => {
  const preview = async (more: object) => {
    const data = { state: 'answered', amount: 4_990, credit: 0, needs_proof: false, letter: null, ...more };
    stubApi(() => Response.json({ data }));
    const declaration = { id: 'one', email: 'ada@example.org', open_reason: null };
    const { check } = decisionCalls(declaration, () => ({ action: 'carry_out' }));
    const effects = await check.show('');
    vi.unstubAllGlobals();
    return textOf(await show(effects.ok ? effects.value : null));
  };
  const paid = (amount: string) => `Der Käufer bekommt ${amount} auf dem Weg zurück`;
  const held = (amount: string) => `${amount} halten wir deshalb zurück`;
  const [all, part, none] = [{ withheld: 4_990 }, { withheld: 1_990 }, {}];
  expect(await preview(all)).toContain(held('49,90 €'));
  expect(await preview(all)).not.toContain('Der Käufer bekommt');
  expect(await preview(part)).toContain(held('19,90 €'));
  expect(await preview(part)).toContain(paid('30,00 €'));
  expect(await preview(none)).toContain(paid('49,90 €'));
  expect(await preview(none)).not.toContain('halten wir');
});
