import { fc, test } from '@fast-check/vitest';
import { describe, test as example, expect } from 'vitest';
import { cents, formatPrice } from '#core/rules/basics/money.ts';
import { claimsIn, fillOfferTexts, placeholdersIn } from '#core/rules/catalogue/price-claims.ts';
import { runs } from '#test/run-length.ts';

describe('claims in a text', () => {
  test.prop([fc.nat(1_000_000), fc.constantFrom('de', 'en'), fc.constantFrom('für ', 'now ', '', '(')], {
    numRuns: runs(200),
  })('a formatted price is found with its value', (amount, locale, before) => {
    const text = `${before}${formatPrice(cents(amount), locale)}, today`;
    expect(claimsIn(text)).toMatchObject([{ kind: 'amount', value: amount }]);
  });

  example.each([
    ['15 % weniger', 'percent', 15],
    ['15% off', 'percent', 15],
    ['zehn Prozent', 'percent', 10],
    ['Twenty-five euros say thank you', 'amount', 2_500],
    ['a 25-euro voucher', 'amount', 2_500],
    ['A hundred euros', 'amount', 10_000],
    ['180,00 Euro im Jahr', 'amount', 18_000],
    ['1.234,50 €', 'amount', 123_450],
    ['EUR 19.99', 'amount', 1_999],
    ['99 Cent', 'amount', 99],
    ['16.7 % now', 'percent', 16.7],
    ['jetzt -20 %', 'percent', 20],
    ['dreizehn Prozent', 'percent', null],
    ['hundertfünfzig Euro', 'amount', null],
    ['seventeen percent', 'percent', null],
    ['thirty-five euros', 'amount', null],
    ['CHF 20', 'amount', null],
    ['20 Franken', 'amount', null],
    ['20 CHF', 'amount', null],
    ['twenty francs', 'amount', null],
    ['nur **149** €', 'amount', 14_900],
    ['<strong>149</strong> &euro;', 'amount', 14_900],
    ['[149](/de/preise)&nbsp;€', 'amount', 14_900],
    ['14\u200b9 €', 'amount', 14_900],
    ['149\u2011Euro', 'amount', 14_900],
    ['１４９ €', 'amount', 14_900],
    ['149,-', 'amount', 14_900],
    ['149,– im Jahr', 'amount', 14_900],
    ['hundert Eurogutschein', 'amount', 10_000],
    ['$20', 'amount', null],
    ['20 £', 'amount', null],
    ['20 Dollar', 'amount', null],
    ['20 ％', 'percent', 20],
    ['20 v. H.', 'percent', 20],
    ['zwanzig vom Hundert', 'percent', 20],
    ['20 pct', 'percent', 20],
  ])('%s', (text, kind, value) => {
    expect(claimsIn(text)).toMatchObject([{ kind, value }]);
  });

  example.each([
    ...'zusammen günstiger | it costs less | 134.10 instead of 178 | 149 statt 178 | nur 149 statt 178'.split(
      ' | ',
    ),
    ...'jetzt sparen | Sparpreis bis Sonntag | Sie haben gespart | stark reduziert | zum reduzierten Preis'.split(
      ' | ',
    ),
    ...'mit Rabatt | ein Treuerabatt | ermäßigt | ein hoher Preisnachlass | preiswerter | save big'.split(
      ' | ',
    ),
    ...'You save today | a discounted course | at a reduced price | half off | now 30 off'.split(' | '),
    ...'ein Drittel weniger | a third less | re\u00adduziert | ~~178~~ | 149, <s>178</s>'.split(' | '),
    ...'149 statt der üblichen 178 | früher 178 | sonst 178 | originally 178 | list price 178'.split(' | '),
    ...'178, jetzt 149 | was 178, now 149 | 178 → 149 | im Wert von 178 | worth 178 | Das kostet 149'.split(
      ' | ',
    ),
    ...'Price: 149 | nur 149. | only 149 | 29 weniger | saves you 29 | 20 Nachlass | am günstigsten'.split(
      ' | ',
    ),
    ...'the cheapest way | half-price | die Hälfte des Preises | zahlen Sie weniger | Einführungspreis'.split(
      ' | ',
    ),
    ...'our lowest price | herabgesetzt | vergünstigte Kurse | Black Friday | zwei zum Preis von einem'.split(
      ' | ',
    ),
    ...'2-for-1 | buy one get one free | anderswo teurer'.split(' | '),
    ...'Kurse ab 149 | Unsere Bücher schon ab 19,90. | Courses from 79, books from cover to cover'.split(
      ' | ',
    ),
    ...'Alle Gutscheine gibt es ab 25: hier | ab 149 je Kurs | from only 79 a course'.split(' | '),
    ...'Courses from 79.90 | Kurse ab 49.90 | from 9.99 a course'.split(' | '),
  ])('a comparison: %s', (text) => {
    expect(claimsIn(text)).toMatchObject([{ kind: 'comparison', value: null }]);
  });

  example.each([
    ['2-3 Euro', 'amount', [200, 300]],
    ['20 bis 30 %', 'percent', [20, 30]],
    ['5–10 €', 'amount', [500, 1_000]],
    ['from 1 to 2 cents', 'amount', [1, 2]],
  ])('both ends of %s', (text, kind, ends) => {
    expect(claimsIn(text)).toMatchObject(ends.map((value) => ({ kind, value })));
  });

  example.each([
    'zwölf Kurse',
    '17 × 24 cm',
    'in 14 Tagen',
    'ISBN 978-3-16',
    'Der Euro',
    'zwölf Lektionen, 2 Stunden',
    'Sie zahlen keinen Cent',
    '8 statt 4 Lektionen',
    '12 weeks instead of 6 weeks',
    'statt 200 g Mehl nehmen wir 150',
    'statt eines Pinsels ein Rohr',
    'sparsam mit Farbe, die Lichter ausgespart',
    'Kurse ab 18.30 Uhr',
    'Kurse ab 1.500 Zeichen',
    'Es gibt nur 4 je Kurs',
    'Sparen Sie Zeit und Platz',
    'Das spart Zeit',
    'Spargel und Sparkassen',
    'Geben Sie den Rabattcode ein',
    'Voucher or discount code',
    'Save changes',
    'Your place is saved on this device',
    'a third lesson',
    'Turn the light off',
    'Die frankierte Karte von Franken-Verlag',
    'ursprünglich 1525 gedruckt',
    'Das kostet 3 Stunden',
    'nur 3 Lektionen',
    'nur 12 Plätze frei',
    'Kurse ab 3 Lektionen',
    'Alle Kurse ab 1. März und ab 24.12. wieder',
    'Kurse ab 2027, Bücher ab 1525',
    'Kinder ab 12',
    'Bücher ab 16 Jahren, in Kursen nur 4 Personen',
    'The book from page 12, a course from 9 to 5',
    'from 3 to 5 a week',
    '1471 → 1528',
    'ausverkauft',
    'nachlassende Kraft',
    'Drucke aus ihrem Nachlass',
    'unter dem niedrigsten Preis der 30 Tage davor',
    'Kosten: keine',
    'for sale in both shops',
    'a clear 3, - and more',
  ])('%s is no claim', (text) => expect(claimsIn(text)).toEqual([]));

  example.each([
    ['letters', '', 'a'],
    ['hyphens', '', '-'],
    ['words behind two hyphens', '', '--a'],
    ['digits', '', '1'],
    ['digits of an earlier price', 'statt 1', '1'],
    ['spaces behind a number', '1', ' '],
    ['codes', '', 'rabattcode'],
    ['links without an end', '', '['],
    ['links without an address', '', '[a]('],
    ['tags without an end', '', '<s '],
    ['placeholders without an end', '{{', ' '],
  ])(
    'a text of two million characters is read, of %s: in time that grows with its length',
    (_, first, more) => {
      const text = first + more.repeat(2_000_000 / more.length);
      expect([claimsIn(text).length <= 1, placeholdersIn(text)]).toEqual([true, []]);
    },
  );
});

const texts = ['Nur {{price}}', '{{percent}} unter {{ reference }}', 'Ohne Zahl', '{{unknown}}'];

example('texts of an offer are filled in their language, and left out when it has no value for them', () => {
  const offer = { price: cents(6_715), reference: cents(7_900), percent: 15 };
  expect(fillOfferTexts(texts, offer, 'de')).toEqual([
    'Nur 67,15\u00a0€',
    '15\u00a0% unter 79,00\u00a0€',
    'Ohne Zahl',
  ]);
  expect(fillOfferTexts(texts, { ...offer, percent: null }, 'en')).toEqual(['Nur €67.15', 'Ohne Zahl']);
  expect(fillOfferTexts(texts, null, 'en')).toEqual(['Ohne Zahl']);
});
