import { describe, expect, test } from 'vitest';
import type { ImportSource } from '#core/model/shop-import.ts';
import { mapColumns } from '#core/rules/operations/imports/columns.ts';
import { customerColumns, readCustomers } from '#core/rules/operations/imports/read-customers.ts';
import { productColumns, readProducts, slugOf } from '#core/rules/operations/imports/read-products.ts';
import { readTable } from '#core/rules/operations/imports/read-table.ts';

function tableOf(lines: readonly string[]) {
  const table = readTable(Buffer.from(lines.join('\n')));
  if (!table.ok) throw new Error(table.error.code);
  return table.value;
}

function products(lines: readonly string[], source: ImportSource | null = null) {
  const mapped = mapColumns(tableOf(lines), productColumns, source);
  return mapped.ok
    ? readProducts(mapped.value)
    : [{ faults: [mapped.error], lines: [1], name: '', value: null }];
}

function customers(lines: readonly string[], source: ImportSource | null = null) {
  const mapped = mapColumns(tableOf(lines), customerColumns, source);
  return mapped.ok
    ? readCustomers(mapped.value)
    : [{ faults: [mapped.error], lines: [1], name: '', value: null }];
}

const shopify =
  'Handle,Title,Body (HTML),Type,Variant Grams,Variant Inventory Qty,Variant Price,Variant Requires Shipping,Variant Barcode,Image Alt Text,Gift Card,SEO Title,SEO Description';

describe('products of Shopify', () => {
  test('are goods, books and courses; further rows of a handle have more pictures', () => {
    const read = products([
      shopify,
      'Tuschkasten,Tuschkasten,<p>Zwölf Farben.</p>,Malerei,350,-2,29.90,true,,Ein Kasten,false,Farben,Zwölf Farben aus Stein',
      'Tuschkasten,,,,,,,,,,,,',
      'lot-buch,"Das Lot, ein Buch",,Bücher,420.0,7,24.9,true,,,false,,',
      'faden,Der Faden,,Werken,410,8,19.00,true,978-3-16-148410-0,,false,,',
      'sehen,Sehen lernen,,,0,,120,false,,,false,,',
      'werkkurs,Werken,,Kurs,0,,90.00,true,,,false,,',
    ]);
    expect(read.map(({ lines, faults }) => [lines, faults])).toEqual([
      [[2, 3], []],
      [[4], []],
      [[5], []],
      [[6], []],
      [[7], []],
    ]);
    expect(read[0]?.value).toEqual({
      ...{ kind: 'gift_box', slug: 'tuschkasten', title: 'Tuschkasten', summary: '', isbn: null },
      ...{ description: '<p>Zwölf Farben.</p>', price_cents: 2990, stock: 0, weight_grams: 350 },
      ...{ seo_title: 'Farben', seo_description: 'Zwölf Farben aus Stein', picture_alt: 'Ein Kasten' },
      left_out: [],
    });
    const facts = read.map(({ value }) => [value?.kind, value?.price_cents, value?.stock, value?.isbn]);
    expect(facts.slice(1)).toEqual([
      ['book', 2490, 7, null],
      ['book', 1900, 8, '978-3-16-148410-0'],
      ['course', 12000, null, null],
      ['course', 9000, null, null],
    ]);
  });

  test.each([
    ['Image Src', 'https://cdn.example/1.jpg', ['pictures']],
    ['Product image URL', 'https://cdn.example/1.jpg', ['pictures']],
    ['Variant Image', 'https://cdn.example/1.jpg', ['pictures']],
    ['Option1 Value', 'Default Title', []],
    ['Option1 value', 'Groß', ['option']],
    ['Vendor', 'Werkstatt', []],
  ])('report what is not imported of %s %s', (column, cell, left_out) => {
    const [lot] = products([`Handle,Title,Variant Price,${column}`, `lot,Das Lot,9.00,${cell}`]);
    expect(lot).toMatchObject({ faults: [], value: { left_out } });
  });

  test('report pictures in further rows, and are refused for each variant in them', () => {
    const head = 'Handle,Title,Variant Price,Image Src,Option1 Value';
    const more = products([head, 'lot,Das Lot,9.00,,', 'lot,,,https://cdn.example/2.jpg,']);
    expect(more[0]).toMatchObject({ lines: [2, 3], value: { left_out: ['pictures'] } });
    const unpriced = products([head, 'lot,Das Lot,9.00,,Groß', 'lot,,,,Klein']);
    expect(unpriced[0]?.faults).toEqual([{ line: 3, column: 'Option1 Value', code: 'variants' }]);
  });

  test('are read with the later names of the columns, too', () => {
    const read = products([
      'Title,URL handle,Description,Price,Inventory quantity,Weight value (grams),Requires shipping',
      'Zirkel,zirkel,Aus Messing,45.50,3,120,TRUE',
    ]);
    expect(read[0]?.value).toMatchObject({ slug: 'zirkel', price_cents: 4550, stock: 3, weight_grams: 120 });
  });

  test('are refused with line, column and code', () => {
    const read = products([
      shopify,
      'hemd,Hemd,,,200,1,30.00,true,,,false,,',
      'hemd,,,,200,2,31.00,true,,,false,,',
      'karte,Gutschein,,,0,,25.00,false,,,true,,',
      'hemd,Noch ein Hemd,,,200,1,30.00,true,,,false,,',
      'x,,,,1,1,1.00,true,,,false,,',
      '字,字典,,,1,1,1.00,true,,,false,,',
      'a,A,,,viel,eins,1.299,true,,,false,,',
      'b,B,,,1,1,0.00,true,,,false,,',
      'c,C,,,1,1,0.01,true,,,false,,',
      `d,${'D'.repeat(200)},,,1,1,2.00,true,,,false,,`,
      `e,${'E'.repeat(201)},,,1,1,2.00,true,,,false,,`,
    ]);
    expect(read.map(({ faults }) => faults.map(({ line, column, code }) => [line, column, code]))).toEqual([
      [[3, 'Variant Price', 'variants']],
      [[4, 'Gift Card', 'kind']],
      [[5, 'Handle', 'twice']],
      [[6, 'Title', 'missing']],
      [[7, 'Handle', 'slug']],
      [
        [8, 'Variant Price', 'price'],
        [8, 'Variant Inventory Qty', 'number'],
        [8, 'Variant Grams', 'number'],
      ],
      [[9, 'Variant Price', 'price']],
      [],
      [],
      [[12, 'Title', 'too_long']],
    ]);
  });
});

describe('products of WooCommerce', () => {
  test('keep line ends and backslashes of their descriptions', () => {
    const [item] = products([
      'Type,Name,Short description,Description,Regular price',
      'simple,Säge,A\\n\\nB,<p>C:\\\\neu</p>\\n<p>D</p>,12.00',
    ]);
    expect(item?.value).toMatchObject({ summary: 'A\n\nB', description: '<p>C:\\neu</p>\n<p>D</p>' });
  });

  test('are read in German and English, with weights in kilograms', () => {
    const german = products([
      'ID,Typ,Artikelnummer,Name,Kurzbeschreibung,Beschreibung,Bestand,Gewicht (kg),Regulärer Preis,Kategorien,Bilder',
      '7,simple,S-1,Säge,Kurz,Lang,4,"0,35","39,9",Werkzeug,https://cdn.example/3.jpg',
      '8,"simple, virtual",S-2,Hobeln,,,,,80,Kurse,',
    ]);
    expect(
      german.map(({ value }) => [value?.kind, value?.slug, value?.price_cents, value?.weight_grams]),
    ).toEqual([
      ['gift_box', 'saege', 3990, 350],
      ['course', 'hobeln', 8000, null],
    ]);
    expect(german.map(({ value }) => value?.left_out)).toEqual([['pictures'], []]);
    const english = products([
      'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Short description,Description,Stock,Weight (g),Regular price,Categories',
      "9,simple,S-3,,'=Level,,,5,120.4,12.00,Books > Tools",
    ]);
    expect(english[0]?.value).toMatchObject({
      kind: 'book',
      title: '=Level',
      slug: 'level',
      weight_grams: 120,
    });
  });

  test('are refused when the shop has no such kind', () => {
    const read = products([
      'Type,Name,Regular price',
      'variable,Hemd,',
      'variation,Hemd - rot,12.00',
      'grouped,Satz,',
      'subscription,Abo,9.00',
      '"simple, virtual",E-Buch,9.00',
    ]);
    expect(read.map(({ faults }) => faults[0]?.code)).toEqual([
      'variants',
      'variants',
      'kind',
      'kind',
      undefined,
    ]);
  });
});

test('a file of an unknown shop, or without a required column, is refused', () => {
  const faults = (lines: readonly string[], source: ImportSource | null) =>
    products(lines, source)[0]?.faults;
  expect(faults(['a,b', '1,2'], null)).toEqual([{ line: 1, column: null, code: 'unknown_columns' }]);
  expect(faults(['Handle,Title', '1,2'], 'shopify')).toEqual([
    { line: 1, column: 'variant price', code: 'column_missing' },
  ]);
});

test.each([
  ['Größe & Maß', 'groesse-mass'],
  ['  Café à la carte  ', 'cafe-a-la-carte'],
  ['—', ''],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
  [`${'a'.repeat(58)} b`, `${'a'.repeat(58)}-b`],
])('%s is found at /%s', (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});

const shopifyCustomers =
  'First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Country Code,Default Address Zip,Default Address Phone';

describe('customers', () => {
  test('of Shopify have an address when it is whole, and never a consent', () => {
    const read = customers([
      shopifyCustomers,
      "Ada,Moor,ADA@Example.com,yes,Moor GmbH,Straße des 17. Juni 135 a,,Berlin,DE,'10623,'+4930123",
      'Bo,Lind,bo@example.com,no,,Hauptstraße,12,Wien,AT,1010,',
      'Cy,Roe,cy@example.com,,,12 High Street,,London,GB,N1 9GU,',
      'Di,Ohne,di@example.com,yes,,Postfach,,Bonn,DE,53111,',
      'Ed,Falsch,ed@example.com,,,Weg 1,,Bonn,DE,1,',
      ',,fee@example.com,,,,,,,,',
    ]);
    expect(read.map(({ faults }) => faults)).toEqual([[], [], [], [], [], []]);
    expect(read[0]?.value).toEqual({
      ...{ email: 'ada@example.com', firstname: 'Ada', lastname: 'Moor', left_out: ['consent'] },
      address: {
        ...{ salutation: 'none', firstname: 'Ada', lastname: 'Moor', company: 'Moor GmbH' },
        ...{ street: 'Straße des 17. Juni', house_number: '135 a', postal_code: '10623', city: 'Berlin' },
        ...{ country: 'DE', phone: '+4930123' },
      },
    });
    const places = read.map(({ value }) => [
      value?.address?.street,
      value?.address?.house_number,
      value?.left_out,
    ]);
    expect(places.slice(1)).toEqual([
      ['Hauptstraße', '12', []],
      ['High Street', '12', []],
      [undefined, undefined, ['address', 'consent']],
      [undefined, undefined, ['address']],
      [undefined, undefined, []],
    ]);
  });

  test('of WooCommerce may have their name in one cell', () => {
    const read = customers([
      'Name,Username,Email,Orders,Country / Region,City,Postal code',
      'Ada Maria Moor,ada,ada@example.com,3,DE,Berlin,10623',
      'Plato,plato,plato@example.com,1,GR,,',
    ]);
    expect(read.map(({ value }) => [value?.firstname, value?.lastname, value?.address])).toEqual([
      ['Ada Maria', 'Moor', null],
      ['', 'Plato', null],
    ]);
    const extended = customers([
      'first_name,last_name,billing_email,billing_address_1,billing_postcode,billing_city,billing_country',
      'Ada,Moor,ada@example.com,Weg 5,10623,Berlin,DE',
    ]);
    expect(extended[0]?.value?.address).toMatchObject({ street: 'Weg', house_number: '5' });
  });

  test('are refused with line, column and code', () => {
    const read = customers([
      shopifyCustomers,
      'A,B,,,,,,,,,',
      'A,B,keine,,,,,,,,',
      'A,B,a@example.com,,,,,,,,',
      'C,D,A@EXAMPLE.COM,,,,,,,,',
      `${'e'.repeat(80)},${'f'.repeat(81)},e@example.com,,,,,,,,`,
      '\u{10ffff},D,g@example.com,,,,,,,,',
    ]);
    expect(read.map(({ faults }) => faults.map(({ line, column, code }) => [line, column, code]))).toEqual([
      [[2, 'Email', 'missing']],
      [[3, 'Email', 'email']],
      [],
      [[5, 'Email', 'twice']],
      [[6, 'Last Name', 'too_long']],
      [[7, 'First Name', 'unreadable']],
    ]);
  });
});
