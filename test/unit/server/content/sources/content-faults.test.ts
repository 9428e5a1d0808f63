import { readdirSync } from 'node:fs';
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { parse, stringify } from 'yaml';
import {
  type ContentFault,
  describeContentFault,
  fieldName,
  readYaml,
} from '#server/content/sources/read-files.ts';
import { masterFile } from '#server/content/sources/shop-schemas.ts';
import { runs } from '#test/run-length.ts';
import { faultsWithBreaks, faultsWithFiles, groupBreaks } from '#test/unit/server/content/content-breaks.ts';
import {
  type ContentFolder,
  copyContent,
  ownContent,
  source,
} from '#test/unit/server/content/content-folder.ts';

let folder: ContentFolder;

beforeAll(async () => {
  folder = await copyContent();
});

afterAll(() => folder.remove());

const faultsWith = (file: string, text: string | null) => faultsWithFiles(folder, new Map([[file, text]]));

/** Returns the paths of all values that have a German and an English text: `['parts', 0, 'title']`. */
function localizedPaths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  if ('de' in value && 'en' in value) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  return entries.flatMap(([key, item]) => localizedPaths(item, [...path, key]));
}

const yamlFiles = readdirSync(ownContent, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.yaml') && file !== 'greenbar.yaml',
);

const localizedPlaces = yamlFiles.flatMap((file) =>
  localizedPaths(parse(source(file))).map((path) => ({ file, path })),
);

function at(value: unknown, path: readonly (string | number)[]): Record<string, unknown> {
  return path.reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], value) as Record<
    string,
    unknown
  >;
}

describe('a fault of the content', () => {
  const places = fc.uniqueArray(fc.constantFrom(...localizedPlaces), {
    selector: ({ file }) => file,
    minLength: 4,
    maxLength: 12,
  });

  test.prop([places, fc.constantFrom('de', 'en')], { numRuns: runs(2) })(
    'names file and field of a missing language',
    async (missing, locale) => {
      const spoiled = missing.map(({ file, path }) => {
        const value: unknown = parse(source(file));
        delete at(value, path)[locale];
        return [file, stringify(value)] as const;
      });
      const faults = await faultsWithFiles(folder, new Map(spoiled));
      for (const { file, path } of missing)
        expect(faults).toContainEqual(
          expect.objectContaining({
            file,
            field: fieldName([...path, locale]),
            problem: expect.stringContaining(locale === 'de' ? 'German' : 'English'),
            cure: expect.stringContaining(`"${locale}"`),
          }),
        );
    },
  );

  type Rows = Readonly<Record<string, readonly (readonly [string, string | RegExp, string, string])[]>>;

  /** By file: what is wrong, a text and its replacement, and the field that the fault names. */
  const faultsBetweenFiles: Rows = {
    'courses/bertha-benz.yaml': [
      ['course without its master', 'master: bertha-benz', 'master: carl-benz', 'master'],
      ['unknown discipline', 'discipline: motoren', 'discipline: tanz', 'discipline'],
      ['first lesson not free', 'is_free: true', 'is_free: false', 'parts[0].lessons[0].is_free'],
      ['lesson id used twice', 'id: benz-vier-takte', 'id: duerer-das-leere-blatt', 'parts[0].lessons[0].id'],
      [
        'first chapter not at the beginning',
        'at: 0, title: { de: Ansaugen',
        'at: 1, title: { de: Ansaugen',
        'parts[0].lessons[0].chapters[0].at',
      ],
      [
        'chapters out of order',
        'at: 8, title: { de: Arbeiten',
        'at: 4, title: { de: Arbeiten',
        'parts[0].lessons[0].chapters[2].at',
      ],
      ['place taken', 'position: 10', 'position: 1', 'position'],
      ['no such picture', 'picture: bertha-benz', 'picture: einhorn', 'picture'],
    ],
    'books/fuenf-saucen.yaml': [
      ['book of an unknown course', /courses: .*/, 'courses: [nirgends]', 'courses[0]'],
      [
        'book below its lowest price in Austria',
        /austria_minimum_cents: \d+/,
        'austria_minimum_cents: 2601',
        'price_cents',
      ],
    ],
    'gifts/geschenk-bertha-benz.yaml': [
      ['gift of an unknown course', 'course: bertha-benz', 'course: nirgends', 'gives.course'],
    ],
    'categories.yaml': [
      ['group twice', 'identifier: zahl-und-maschine', 'identifier: natur-und-reise', 'groups[3].identifier'],
      ['category twice', 'identifier: buch,', 'identifier: hygiene,', 'kinds.book.identifier'],
    ],
    'coupons.yaml': [
      [
        'coupon that gives a book away',
        'product: geschenk-ignaz-semmelweis',
        'product: fuenf-saucen',
        '[6].product',
      ],
      ['coupon code twice', '[FUENFER]', '[WILLKOMMEN10]', '[1].codes[0]'],
      ['coupon that ends before it begins', "valid_until: '2025", "valid_until: '2024", '[4].valid_until'],
    ],
    'codes.yaml': [['code of an unknown course', 'course: clara-schumann', 'course: nirgends', '[0].course']],
    'bundles/auge-und-hand.yaml': [
      ['bundle with a book', 'maria-sibylla-merian]', 'fuenf-saucen]', 'products[1]'],
      ['bundle dearer than its parts', 'price_cents: 14900', 'price_cents: 17800', 'price_cents'],
    ],
    'demo.yaml': [
      [
        'learner who watched what they do not own',
        'lesson: duerer-das-leere-blatt',
        'lesson: benz-vier-takte',
        'learners[0].watched[0].lesson',
      ],
    ],
    'shop.yaml': [
      ['opening with an unknown course', 'course: albrecht-duerer', 'course: nirgends', 'opening.course'],
      ['country of delivery twice', '[DE, AT, CH]', '[DE, AT, CH, AT]', 'delivery_countries[3]'],
      ['profile twice', 'https://bilder.example/', 'https://video.example/', 'social[1].url'],
    ],
    'blog/zwanzig-minuten.md': [
      ['link into a script', 'Nach acht Minuten', '[Nach](javascript:alert) acht Minuten', 'text'],
    ],
    'legal/impressum.de.md': [
      ['unknown placeholder', '{{company.name}}', '{{company.nmae}}', '{{company.nmae}}'],
    ],
  };
  /** Faults that those above would hide, because they are in the same places. */
  const hiddenFaults: Rows = {
    'books/fuenf-saucen.yaml': [
      [
        'book for Austria without a lowest price there',
        /austria_minimum_cents: .*/,
        '',
        'austria_minimum_cents',
      ],
    ],
    'demo.yaml': [
      [
        'place behind the end of a lesson',
        'position_seconds: 20',
        'position_seconds: 761',
        'learners[0].watched[0].position_seconds',
      ],
    ],
  };
  /** Faults of the format of single files. While there are any, the others are not searched for. */
  const formatFaults: Rows = {
    'courses/bertha-benz.yaml': [
      ['price below a cent', 'price_cents: 7900', 'price_cents: 79.5', 'price_cents'],
      ['field nobody knows', 'position: 10', 'position: 10\nprize: 1', 'prize'],
    ],
    'coupons.yaml': [['coupon for an unknown kind', 'kinds: [gift_box]', 'kinds: [pony]', '[7].kinds[0]']],
    'blog/zwanzig-minuten.md': [['post with a wrong date', '2026-10-29', '2026-13-29', 'published_on']],
    'legal/agbs.en.md': [['versions that differ', 'version: 2026', 'version: 2024', 'version']],
  };

  const breaksOf = (rows: Rows) =>
    Object.entries(rows).flatMap(([file, ofFile]) =>
      ofFile.map(([what, from, to, field]) => ({ what, file, from, to, field })),
    );
  test.each(
    [faultsBetweenFiles, hiddenFaults, formatFaults]
      .flatMap((rows) => groupBreaks(breaksOf(rows)))
      .map((group) => [group.map(({ what }) => what).join('; '), group] as const),
  )('names %s', async (_what, group) => {
    const faults = await faultsWithBreaks(folder, group);
    expect(faults.map(({ file, field }) => ({ file, field }))).toEqual(
      expect.arrayContaining(group.map(({ file, field }) => ({ file, field }))),
    );
    for (const fault of faults) expect(describeContentFault(fault)).toMatch(/^[\w./-]+.* → .+/);
  });

  test.each([
    ['a quote that is never closed', 'motto: "offen', 'is not valid YAML'],
    ['a bracket that is never closed', 'motto: [a, "b"', 'is not valid YAML'],
    ['a brace that is never closed', 'motto: {de: x, en: y', 'is not valid YAML'],
    ['a colon in a text', 'motto: a: b', 'is not valid YAML'],
    ['a tab', '\tmotto: x', 'is not valid YAML'],
    ['a field twice', 'motto: {de: x, en: y}\nmotto: {de: x, en: y}', 'is not valid YAML', 401],
    ['a text in stars', 'motto: *wichtig', 'names *wichtig'],
    ['a field that is none', 'mottto: x', 'is not a field'],
    ['a text of the wrong kind', 'motto: {de: 7, en: y}', 'expected string'],
    ['a missing language', 'motto: {de: x}', 'the English text is missing'],
  ])(
    'names line 400 and the cure for %s there, and nothing is read',
    async (_what, bad, problem, line = 400) => {
      const file = 'masters/bertha-benz.yaml';
      const text = source(file);
      const place = text.split('\n').findIndex((one) => one.startsWith('motto:'));
      const [above, below] = [text.split('\n').slice(0, place), text.split('\n').slice(place)];
      const rest = below.slice(below.findIndex((one, index) => index > 0 && /^\w/.test(one)));
      const filled = [
        ...Array.from({ length: 399 - place }, (_, number) => `# ${number} "`),
        ...above,
        bad,
        ...rest,
      ];
      const faults: ContentFault[] = [];
      const read = await folder.withFile(file, filled.join('\n'), () =>
        readYaml(folder.path, file, masterFile, faults),
      );
      expect(read).toBeNull();
      expect(faults.map((fault) => [fault.file, fault.line])).toContainEqual([file, line]);
      const found = faults.find((fault) => fault.line === line);
      expect(found?.problem).toContain(problem);
      expect(found?.cure.length).toBeGreaterThan(5);
      expect(found?.problem).not.toMatch(/at line \d/);
    },
  );

  /** Returns a file and its text with a replacement. */
  const changed = (file: string, from: string | RegExp, to: string) =>
    [file, source(file).replace(from, to)] as const;

  test('is reported at its line, together with the faults of format of all other files', async () => {
    const course = changed('courses/bertha-benz.yaml', 'id: benz-vier-takte', 'id: BENZ');
    const lineOfId = course[1].split('\n').findIndex((one) => one.includes('id: BENZ')) + 1;
    const bundle = source('bundles/auge-und-hand.yaml').replace('price_cents: 14900', 'price_cents: viel');
    const faults = await faultsWithFiles(
      folder,
      new Map([
        course,
        ['bundles/auge-und-hand.yaml', bundle.replace('title:', 'titel:')],
        ['popups/gift-season.yaml', 'price_cents: 1\ntitle: { de: a: b }\n'],
        ['blog/zwanzig-minuten.md', '---\ntitle: Üben\nlead: "offen\n---\nText\n'],
        ['codes.yaml', null],
        ['masters/Carl Benz.yaml', source('masters/bertha-benz.yaml')],
        ['worksheets/noether-sechs-arten.en.md', null],
        changed('worksheets/benz-die-waschmaschine.en.md', /\n\| .*/, ''),
        ['worksheets/benz-vier-takte.de.md', '# Sechs\n\n[stone 90] Feld\n'],
      ]),
    );
    const of = (file: string) => faults.filter((fault) => fault.file === file);
    expect(of('courses/bertha-benz.yaml')).toMatchObject([
      { field: 'parts[0].lessons[0].id', line: lineOfId },
    ]);
    expect(of('bundles/auge-und-hand.yaml')).toHaveLength(3);
    expect(of('popups/gift-season.yaml').map(({ line }) => line)).toContain(2);
    expect(of('blog/zwanzig-minuten.md').map(({ line }) => line)).toContain(3);
    expect(of('codes.yaml')).toMatchObject([{ problem: 'is missing' }]);
    expect(of('masters/Carl Benz.yaml')).toHaveLength(1);
    expect(of('worksheets/noether-sechs-arten.en.md')).toMatchObject([{ problem: 'is missing' }]);
    expect(of('worksheets/benz-die-waschmaschine.en.md')).toMatchObject([
      { problem: expect.stringContaining('table') },
    ]);
    expect(of('worksheets/benz-vier-takte.de.md')).toMatchObject([
      { problem: expect.stringContaining('is no box') },
    ]);
    expect(new Set(faults.map(({ file }) => file)).size, 'no other file has faults').toBe(9);
  });

  /** What is wrong, files with another text, and the only fields that faults name. */
  const unknownNames = [
    [
      'coupon, product, giveaway and picture of a campaign, a course and a lesson that do not exist',
      [
        changed('campaigns/herbst.yaml', 'coupon: HERBST', 'coupon: NIRGENDS'),
        changed('campaigns/werkbank.yaml', 'products: [druckwerkstatt]', 'products: [nirgends]'),
        [
          'campaigns/winterlos.yaml',
          source('campaigns/winterlos.yaml')
            .replace('giveaway: winterlos', 'giveaway: nirgends')
            .replace('picture: masterpass', 'picture: nirgends'),
        ],
        changed('conversations.yaml', 'course: albrecht-duerer', 'course: nirgends'),
        ['worksheets/nirgends.de.md', '# Blatt\n\nText\n'],
        ['worksheets/nirgends.en.md', '# Sheet\n\nText\n'],
      ],
      [
        ['campaigns/herbst.yaml', 'coupon'],
        ['campaigns/werkbank.yaml', 'products[0]'],
        ['campaigns/winterlos.yaml', 'giveaway'],
        ['campaigns/winterlos.yaml', 'picture'],
        ['conversations.yaml', '[0].course'],
        ['worksheets/nirgends.de.md', ''],
      ],
    ],
    [
      'a giveaway with products, and a campaign without coupon and giveaway; not a missing picture for sharing',
      [
        changed('campaigns/werkbank.yaml', 'coupon: WERKBANK', 'giveaway: winterlos'),
        changed('campaigns/winterlos.yaml', 'giveaway: winterlos\n', ''),
        ['pictures/teilen-clara-schumann-en.svg', null],
      ],
      [
        ['campaigns/werkbank.yaml', 'products'],
        ['campaigns/winterlos.yaml', 'coupon'],
      ],
    ],
  ] as const;
  test.each(unknownNames)('names %s', async (_what, texts, named) => {
    const faults = await faultsWithFiles(folder, new Map<string, string | null>(texts));
    expect(faults.map(({ file, field }) => [file, field]).toSorted()).toEqual(named);
  });

  test('names the missing picture of a course', async () => {
    const faults = await faultsWith('pictures/clara-schumann.svg', null);
    const own = { file: 'courses/clara-schumann.yaml', field: 'picture' };
    expect(faults).toContainEqual(expect.objectContaining(own));
  });
});
