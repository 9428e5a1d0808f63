import type { ImportFault, ImportSource, PlannedImport } from '#core/model/shop-import.ts';
import { normaliseLine } from '#core/model/typed-text.ts';
import { isIsbn } from '#core/rules/catalogue/isbn.ts';
import type { KnownColumns, MappedTable, ReadCells } from './columns.ts';

/** A product of another shop, reduced to what this shop supports. Null: not in the file. */
export interface ImportedProduct {
  readonly kind: 'course' | 'book' | 'gift_box';
  readonly slug: string;
  readonly title: string;
  /** HTML from the other shop. */
  readonly summary: string;
  readonly description: string;
  /** Including VAT. */
  readonly price_cents: number | null;
  readonly stock: number | null;
  readonly weight_grams: number | null;
  readonly isbn: string | null;
  readonly seo_title: string;
  readonly seo_description: string;
  readonly picture_alt: string;
  /** Data of the file that this shop does not import. */
  readonly left_out: PlannedImport['left_out'];
}

/** A product or customer from one or several rows of a file. */
export interface ReadItem<Value> {
  readonly lines: readonly number[];
  readonly name: string;
  /** Null if there are faults. */
  readonly value: Value | null;
  readonly faults: readonly ImportFault[];
}

type Column =
  | 'handle'
  | 'title'
  | 'summary'
  | 'description'
  | 'kind'
  | 'category'
  | 'price'
  | 'stock'
  | 'grams'
  | 'kilograms'
  | 'barcode'
  | 'ships'
  | 'gift_card'
  | 'seo_title'
  | 'seo_description'
  | 'picture_alt'
  | 'picture'
  | 'variant_picture'
  | 'option';

/** Shopify's old and new names; WooCommerce names its columns in the language of the shop. */
export const productColumns: KnownColumns<Column> = {
  shopify: {
    names: {
      handle: ['handle', 'url handle'],
      title: ['title'],
      description: ['body (html)', 'description'],
      kind: ['type'],
      category: ['product category'],
      price: ['variant price', 'price'],
      stock: ['variant inventory qty', 'inventory quantity'],
      grams: ['variant grams', 'weight value (grams)'],
      barcode: ['variant barcode', 'barcode'],
      ships: ['variant requires shipping', 'requires shipping'],
      gift_card: ['gift card'],
      seo_title: ['seo title'],
      seo_description: ['seo description'],
      picture_alt: ['image alt text'],
      picture: ['image src', 'product image url'],
      variant_picture: ['variant image', 'variant image url'],
      option: ['option1 value'],
    },
    needed: [['handle'], ['title'], ['price']],
  },
  woocommerce: {
    names: {
      title: ['name'],
      summary: ['short description', 'kurzbeschreibung'],
      description: ['description', 'beschreibung'],
      kind: ['type', 'typ'],
      category: ['categories', 'kategorien'],
      price: ['regular price', 'regulärer preis'],
      stock: ['stock', 'bestand', 'lager', 'lagerbestand'],
      grams: ['weight (g)', 'gewicht (g)'],
      kilograms: ['weight (kg)', 'gewicht (kg)'],
      barcode: ['gtin, upc, ean, or isbn', 'gtin, upc, ean oder isbn'],
      picture: ['images', 'bilder'],
    },
    needed: [['kind'], ['title'], ['price']],
  },
};

const longestTitle = 200;

/** Decodes WooCommerce's line breaks: `\n` is a line break, `\\n` a typed `\n`. */
function lineEnds(text: string): string {
  return text.replaceAll(/\\(\\n|n)/g, (_, mark: string) => (mark === 'n' ? '\n' : '\\n'));
}

/**
 * Reads products (docs/behaviour/operations.md#import-from-other-shops). Rows with the same handle are one product; the
 * rows after the first add pictures or are variants.
 */
export function readProducts({ source, rows }: MappedTable<Column>): readonly ReadItem<ImportedProduct>[] {
  const known = new Set<string>();
  return groupRows(source, rows).map(([first, ...others]) => {
    const title = normaliseLine(first.of('title'));
    const slug = slugOf(source === 'shopify' ? first.of('handle') : title);
    const kind = kindOf(source, first);
    const variant = others.find((row) => row.of('price') !== '' || row.of('option') !== '');
    const price_cents = readCents(first.of('price'));
    const stock = readWhole(first.of('stock'));
    const grams = readWhole(first.of('grams'));
    const kilograms = readWhole(first.of('kilograms'), 1_000);
    const isTwice = slug !== '' && known.has(slug);
    known.add(slug);
    const faults = [
      ...(title === '' ? [first.fault('title', 'missing')] : []),
      ...(title.length > longestTitle ? [first.fault('title', 'too_long')] : []),
      ...(title !== '' && slug === ''
        ? [first.fault(source === 'shopify' ? 'handle' : 'title', 'slug')]
        : []),
      ...(isTwice ? [first.fault(source === 'shopify' ? 'handle' : 'title', 'twice')] : []),
      ...(kind === 'unknown'
        ? [first.fault(isYes(first.of('gift_card')) ? 'gift_card' : 'kind', 'kind')]
        : []),
      ...(kind === 'variants' ? [first.fault('kind', 'variants')] : []),
      ...(variant === undefined
        ? []
        : [variant.fault(variant.of('price') === '' ? 'option' : 'price', 'variants')]),
      ...(price_cents === undefined || price_cents === 0 ? [first.fault('price', 'price')] : []),
      ...(stock === undefined ? [first.fault('stock', 'number')] : []),
      ...(grams === undefined ? [first.fault('grams', 'number')] : []),
      ...(kilograms === undefined ? [first.fault('kilograms', 'number')] : []),
    ];
    const barcode = first.of('barcode');
    const textOf = (typed: string) => (source === 'woocommerce' ? lineEnds(typed) : typed);
    const value: ImportedProduct | null =
      faults.length > 0 || kind === 'unknown' || kind === 'variants'
        ? null
        : {
            kind,
            slug,
            title,
            summary: textOf(first.of('summary')),
            description: textOf(first.of('description')),
            price_cents: price_cents ?? null,
            stock: stock == null ? null : Math.max(0, stock),
            weight_grams: (grams || kilograms) ?? null,
            isbn: isIsbn(barcode) ? barcode : null,
            seo_title: first.of('seo_title'),
            seo_description: first.of('seo_description'),
            picture_alt: first.of('picture_alt'),
            left_out: leftOut([first, ...others]),
          };
    const lines = [first, ...others].map(({ line }) => line);
    return { lines, name: title || first.of('handle'), value, faults };
  });
}

type ProductRow = ReadCells<Column>;

/** Shopify's name of the single variant of a product without options. */
const noOption = 'default title';

function leftOut(rows: readonly ProductRow[]): PlannedImport['left_out'] {
  const option = rows[0]?.of('option').toLowerCase() ?? '';
  const hasPictures = rows.some((row) => row.of('picture') !== '' || row.of('variant_picture') !== '');
  return [
    ...(hasPictures ? (['pictures'] as const) : []),
    ...(option === '' || option === noOption ? [] : (['option'] as const)),
  ];
}

/** Groups the rows of each product. */
function groupRows(
  source: ImportSource,
  rows: readonly ProductRow[],
): readonly (readonly [ProductRow, ...ProductRow[]])[] {
  if (source === 'woocommerce') return rows.map((row) => [row]);
  const groups: [ProductRow, ...ProductRow[]][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    // A row with a title begins another product; its handle is then a duplicate.
    const isMore = last?.[0].of('handle') === row.of('handle') && row.of('title') === '';
    if (isMore) last?.push(row);
    else groups.push([row]);
  }
  return groups;
}

const bookWords = ['buch', 'bücher', 'book', 'books'];
const courseWords = ['kurs', 'kurse', 'onlinekurs', 'videokurs', 'course', 'courses'];

/** Derives the kind: an ISBN means a book, a digital product is a course; for other goods the category words decide. */
function kindOf(source: ImportSource, row: ProductRow): ImportedProduct['kind'] | 'variants' | 'unknown' {
  const form = row
    .of('kind')
    .toLowerCase()
    .split(/\s*,\s*/);
  const isWoo = source === 'woocommerce';
  if (isWoo && (form.includes('variable') || form.includes('variation'))) return 'variants';
  if (isYes(row.of('gift_card')) || (isWoo && !form.includes('simple'))) return 'unknown';
  const isDigital = isWoo ? form.includes('virtual') : row.of('ships').toLowerCase() === 'false';
  const words = `${isWoo ? '' : row.of('kind')} ${row.of('category')}`.toLowerCase().split(/[^\p{L}]+/u);
  const says = (known: readonly string[]) => words.some((word) => known.includes(word));
  if (isIsbn(row.of('barcode'))) return isDigital ? 'unknown' : 'book';
  if (isDigital || says(courseWords)) return 'course';
  return says(bookWords) ? 'book' : 'gift_box';
}

const isYes = (text: string) => ['true', 'yes', '1'].includes(text.toLowerCase());

/** Parses an amount; null if empty, undefined if invalid. */
function readCents(text: string): number | null | undefined {
  if (text === '') return null;
  if (!/^\d{1,6}(?:[.,]\d{1,2})?$/.test(text)) return undefined;
  return Math.round(Number(text.replace(',', '.')) * 100);
}

/** Parses a number and rounds it; null if empty, undefined if invalid. */
function readWhole(text: string, factor = 1): number | null | undefined {
  if (text === '') return null;
  if (!/^-?\d{1,7}(?:[.,]\d{1,4})?$/.test(text)) return undefined;
  return Math.round(Number(text.replace(',', '.')) * factor);
}

const longestSlug = 60;

/** Returns the URL slug for a text; empty when it has no letters or digits. */
export function slugOf(text: string): string {
  const spelled: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => spelled[letter] ?? '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replaceAll(/^-+|-+$/g, '');
}
