import { fc, test } from '@fast-check/vitest';
import { describe, test as example, expect } from 'vitest';
import { cents, formatPrice } from '#core/rules/basics/money.ts';
import { claimsIn, fillOfferTexts } from '#core/rules/catalogue/price-claims.ts';
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
    ['zusammen günstiger', 'comparison', null],
    ['it costs less', 'comparison', null],
    ['134.10 instead of 178', 'comparison', null],
    ['149 statt 178', 'comparison', null],
    ['statt 178 nur 149', 'comparison', null],
    ['jetzt sparen', 'comparison', null],
    ['Sparpreis bis Sonntag', 'comparison', null],
    ['Sie haben gespart', 'comparison', null],
    ['stark reduziert', 'comparison', null],
    ['zum reduzierten Preis', 'comparison', null],
    ['mit Rabatt', 'comparison', null],
    ['ein Treuerabatt', 'comparison', null],
    ['ermäßigt', 'comparison', null],
    ['ein hoher Preisnachlass', 'comparison', null],
    ['preiswerter', 'comparison', null],
    ['save big', 'comparison', null],
    ['You save today', 'comparison', null],
    ['a discounted course', 'comparison', null],
    ['at a reduced price', 'comparison', null],
    ['half off', 'comparison', null],
    ['now 30 off', 'comparison', null],
    ['ein Drittel weniger', 'comparison', null],
    ['a third less', 'comparison', null],
    ['CHF 20', 'amount', null],
    ['20 Franken', 'amount', null],
    ['20 CHF', 'amount', null],
    ['twenty francs', 'amount', null],
  ])('%s', (text, kind, value) => {
    expect(claimsIn(text)).toMatchObject([{ kind, value }]);
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
  ])('%s is none', (text) => expect(claimsIn(text)).toEqual([]));
});

describe('texts of an offer', () => {
  const texts = ['Nur {{price}}', '{{percent}} unter {{ reference }}', 'Ohne Zahl', '{{unknown}}'];

  example('are filled in their language, and left out when the ledger has no answer', () => {
    const offer = { price: cents(6_715), reference: cents(7_900), percent: 15 };
    expect(fillOfferTexts(texts, offer, 'de')).toEqual([
      'Nur 67,15\u00a0€',
      '15\u00a0% unter 79,00\u00a0€',
      'Ohne Zahl',
    ]);
    expect(fillOfferTexts(texts, { ...offer, percent: null }, 'en')).toEqual(['Nur €67.15', 'Ohne Zahl']);
    expect(fillOfferTexts(texts, null, 'en')).toEqual(['Ohne Zahl']);
  });
});
