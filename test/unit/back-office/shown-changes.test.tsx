import { expect, test } from 'vitest';
import { History } from '#back-office/kit/records/history.tsx';
import { AuditPage } from '#back-office/operations/audit-page.tsx';
import type { Locale } from '#core/model/values.ts';
import { show, showScreen } from '#test/unit/back-office/support/show.tsx';

type Values = readonly (readonly [name: string, before: string | null, after: string | null])[];

/** Returns the lines of a history with one change. */
async function lines(values: Values, { of, locale = 'de' }: { of?: 'coupon'; locale?: Locale } = {}) {
  const change = {
    ...{ at: '2026-11-21T10:00:00.000Z', by: 'ada@example.com', action: 'coupon.created' },
    values: values.map(([name, before, after]) => ({ name, before, after })),
  };
  const markup = await show(<History changes={[change]} {...(of && { of })} />, locale);
  return [...markup.matchAll(/<div>([^<]+)<\/div>/g)]
    .map(([, text]) => text?.replaceAll('\u00a0', ' '))
    .slice(1);
}

test.each<[Values[number], string]>([
  [['state', 'open', 'answered'], 'Stand: Offen → Beantwortet'],
  [['answer', null, 'goods_back'], 'Antwort: Ware zurück'],
  [['status', 'active', null], 'Stand: Aktiv'],
  [['refund', null, '4990'], 'Erstattung: 49,90 €'],
  [['minimum_subtotal_cents', null, '2000'], 'Mindestwert: 20,00 €'],
  [['ends_on', null, '2026-11-30'], 'Ende: 30.11.2026'],
  [['valid_until', null, '2026-11-30T23:00:00.000Z'], 'Gültig bis: 01.12.2026, 00:00'],
  [['is_public', 'false', 'true'], 'Öffentlich: nein → ja'],
  [['codes', null, '["EINS","ZWEI"]'], 'Codes: EINS, ZWEI'],
  [['codes', null, '["mit \\"Zeichen\\""]'], 'Codes: [&quot;mit \\&quot;Zeichen\\&quot;&quot;]'],
  [['failures', '2', null], 'Ablehnungen: 2'],
  [['kinds', null, '["course","book"]'], 'Kategorien der übrigen Produkte: Kurs, Buch'],
  [['address', null, '["street","city"]'], 'Anschrift: Straße, Ort'],
])('a history formats %j', async (value, text) => {
  expect(await lines([value])).toEqual([text]);
});

test('the value of a coupon is money or percent, by its kind', async () => {
  const fixed = await lines(
    [
      ['kind', null, 'fixed'],
      ['value', null, '500'],
      ['kinds', null, '["book"]'],
    ],
    { of: 'coupon' },
  );
  expect(fixed).toEqual(['Art: Fester Betrag', 'Wert: 5,00 €', 'Nur für diese Arten: Buch']);
  expect(
    await lines([
      ['kind', null, 'percent'],
      ['value', null, '15'],
    ]),
  ).toEqual(['Art: Prozent', 'Wert: 15']);
});

test('a history is in the language of the operator', async () => {
  expect(
    await lines(
      [
        ['refund', null, '4990'],
        ['is_public', null, 'true'],
      ],
      { locale: 'en' },
    ),
  ).toEqual(['Refund: €49.90', 'Public: yes']);
});

test('the audit log formats values like a history, without the request id of a mail sent again', async () => {
  const change = {
    ...{ id: '1', happened_at: '2026-11-21T10:00:00.000Z', actor_kind: 'operator', actor_id: null },
    ...{ actor_name: 'ada@example.com', network: null, action: 'coupon.ended', record_type: 'coupons' },
    ...{ record_id: '2', before: { valid_until: null, role: 'editor' } },
    after: {
      valid_until: '2026-11-30T23:00:00.000Z',
      role: 'owner',
      press: '0198',
      permissions: ['orders.read'],
    },
  };
  const loaded = { items: [change], next: null, query: {}, views: [] };
  const markup = await showScreen({ id: 'audit', element: <AuditPage />, loaded });
  expect(markup).toContain(
    'Gültig bis: 01.12.2026, 00:00\nRolle: Redaktion → Inhaber\nErlaubt: Bestellungen lesen</span>',
  );
});
