import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadAllTexts } from '#ui/i18n/texts.ts';

const folder = new URL('../../../src/ui/', import.meta.url);

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  // The components of the buttons have no prices of their own.
  .filter(
    (file) =>
      file.endsWith('.tsx') &&
      !/^components\/(?:carts\/add-to-cart|subscriptions\/plan-action)\.tsx$/.test(file),
  )
  .map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }));

/** Files with a price and a control that adds it to the cart. */
const selling = files.filter(
  ({ text }) =>
    /<AddToCart|<PlanAction|<GiftForm|addToCart\(|addBundle\(/.test(text) &&
    /<Price|<Purchase|formatPrice\(/.test(text),
);

/** The keys of the notes about VAT and shipping, besides the component `PriceNote`. */
const noteKey = /t\(`?'?((?:\w+\.)?(?:price_note|yearly_note|monthly_note|buy\.note)[\w.]*)/g;

const goodsNotes = ['book.price_note', 'gift_box.price_note', 'buy.note.goods', 'campaign.reduced.goods'];
const otherNotes = [
  ...['course.price_note', 'gift.price_note.gift', 'gift.price_note.voucher', 'masterpass.price_note'],
  ...['prices.yearly_note', 'prices.monthly_note', 'buy.note.digital', 'campaign.reduced.digital'],
];

describe('beside every price with a control that adds it to the cart', () => {
  test('the files are known', () => {
    expect(selling.map(({ file }) => file).toSorted()).toEqual([
      'components/carts/bundle-offer.tsx',
      'screens/carts/wish-list/wish-list-items.tsx',
      'screens/catalogue/book/book-route.tsx',
      'screens/catalogue/course/course-hero.tsx',
      'screens/catalogue/course/course-offer.tsx',
      'screens/catalogue/course/course-sections.tsx',
      'screens/content/campaign/campaign-route.tsx',
      'screens/gifts/gift-box/gift-box-route.tsx',
      'screens/gifts/gift/gift-route.tsx',
      'screens/learning/lesson/locked-lesson.tsx',
      'screens/subscriptions/masterpass/masterpass-route.tsx',
      'screens/subscriptions/prices/prices-route.tsx',
    ]);
  });

  test.each(selling.map(({ file, text }) => [file, text] as const))('%s has the note', (_, text) => {
    expect(/<PriceNote/.test(text) || (text.match(noteKey)?.length ?? 0) > 0).toBe(true);
  });

  const screens = selling.map(({ file }) => dirname(file)).filter((folder) => folder.startsWith('screens/'));
  test.each([...new Set(screens)])('%s says that buying needs JavaScript', (screen) => {
    const own = files.filter(({ file }) => file.startsWith(`${screen}/`));
    expect(own.some(({ text }) => text.includes('<NeedsJavaScript'))).toBe(true);
  });

  test.each(['de', 'en'] as const)(
    'the notes in %s mention VAT, those of goods also shipping',
    async (locale) => {
      const { base } = (await loadAllTexts(locale)) as unknown as { base: Texts };
      const vat = locale === 'de' ? /MwSt\.|Steuer/ : /VAT|tax/;
      const shipping =
        locale === 'de' ? /zzgl\. Versand/ : /plus (?:delivery|shipping|postage)|(?:delivery|shipping) extra/;
      for (const key of [...goodsNotes, ...otherNotes]) expect(textOf(base, key), key).toMatch(vat);
      for (const key of goodsNotes) expect(textOf(base, key), key).toMatch(shipping);
    },
  );
});

interface Texts {
  readonly [key: string]: string | Texts;
}

function textOf(texts: Texts, key: string): string | Texts | undefined {
  return key
    .split('.')
    .reduce<string | Texts | undefined>(
      (found, part) => (typeof found === 'object' ? found[part] : undefined),
      texts,
    );
}
