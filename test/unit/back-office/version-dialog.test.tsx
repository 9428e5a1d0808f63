import { expect, test } from 'vitest';
import { useValueText } from '#back-office/catalogue/record-versions.tsx';
import { usePathName } from '#back-office/catalogue/use-field-name.ts';
import { show } from '#test/unit/back-office/support/show.tsx';

const parts = [
  { lessons: [{ id: 'eine-taste', title: { de: 'Eine Taste', en: 'One key' } }, { id: 'neu' }] },
];
const id = '019acd2f-9a80-7000-8000-000000000000';
const compared = [
  ['films.eine-taste', id],
  ['films.trailer-clara-schumann', undefined],
  ['films.neu', 'x'],
  ['films.eine-taste.de.vtt', id],
  ['parts.0.title.de', 'Der Ton'],
] as const;

function Compared() {
  const placeOf = usePathName([{ parts: null }, { parts }]);
  const writtenOf = useValueText();
  return compared.map(([path, value]) => `${placeOf(path)}: ${writtenOf(path, value)}`).join('\n');
}

test.each([
  [
    'de',
    [
      'Filme › Eine Taste: hochgeladen am 29.11.2025, 02:17',
      'Filme › Trailer: nichts hochgeladen',
      'Filme › neu: x',
      'Filme › Eine Taste › Untertitel (Deutsch): hochgeladen am 29.11.2025, 02:17',
      'Teile › 1 › Titel › Deutsch: Der Ton',
    ],
  ],
  [
    'en',
    [
      'Films › One key: uploaded on 29 Nov 2025, 02:17',
      'Films › Trailer: nothing uploaded',
      'Films › neu: x',
      'Films › One key › Captions (German): uploaded on 29 Nov 2025, 02:17',
      'Parts › 1 › Title › German: Der Ton',
    ],
  ],
] as const)('the comparison of versions shows names instead of paths and ids: %s', async (locale, lines) => {
  expect((await show(<Compared />, locale)).split('\n')).toEqual(lines);
});
