import { expect, test } from 'vitest';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { useDurationText } from '#ui/hooks/use-duration-text.ts';
import { useDateOfText, useMomentText } from '#ui/hooks/use-formats.ts';

function Day({ of }: { readonly of: string }) {
  return useDateOfText()(of);
}

function Moment({ of }: { readonly of: string }) {
  return useMomentText()(of);
}

function Duration({ of }: { readonly of: number }) {
  return useDurationText()(of);
}

test('a duration is shown in hours and minutes, or in minutes alone', async () => {
  const format = (of: number) => renderInShop(<Duration of={of} />, { locale: 'en' });
  expect([await format(5_400), await format(3_000)]).toEqual(['1\u00a0h 30\u00a0min', '50\u00a0min']);
});

test.each([
  ['de', '2026-11-22T23:30:00.000Z', '23.\u00a0November 2026'],
  ['en', '2026-11-22T22:59:59.000Z', '22\u00a0November 2026'],
  ['de', '2026-06-30T22:00:00.000Z', '1.\u00a0Juli 2026'],
] as const)('the date of a time is the day in Berlin: %s %s', async (locale, instant, date) => {
  expect(await renderInShop(<Day of={instant} />, { locale })).toBe(date);
});

test('a time is shown in the time zone of Berlin', async () => {
  const moment = <Moment of="2026-11-22T23:30:00.000Z" />;
  expect(await renderInShop(moment, { locale: 'de' })).toBe('23. November 2026 um 00:30:00 MEZ');
});
