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

  /** By file: what is wrong, what stands there, by what it is replaced, and the field that is blamed. */
  const notAsInOthers: Rows = {
    'courses/bertha-benz.yaml': [
      ['course without its master', 'master: bertha-benz', 'master: carl-benz', 'master'],
      ['unknown discipline', 'discipline: motoren', 'discipline: tanz', 'discipline'],
      ['first lesson not free', 'is_free: true', 'is_free: false', 'parts[0].lessons[0]'],
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
    ],
    'blog/zwanzig-minuten.md': [
      ['link into a script', 'Nach acht Minuten', '[Nach](javascript:alert) acht Minuten', 'text'],
    ],
    'legal/impressum.de.md': [
      ['unknown placeholder', '{{company.name}}', '{{company.nmae}}', '{{company.nmae}}'],
    ],
  };
  /** Those that one of these would hide, because it is in the same place. */
  const inTheSamePlaces: Rows = {
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
  /** What is no fault of a file alone is looked for only when there is none of these. */
  const notOfItsForm: Rows = {
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
    [notAsInOthers, inTheSamePlaces, notOfItsForm]
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
    ['bundles/auge-und-hand.yaml', 'price_cents: 1\ntitle: { de: a: b }\n', 2],
    ['blog/zwanzig-minuten.md', '---\ntitle: Üben\nlead: "offen\n---\nText\n', 3],
  ])('names the line of broken YAML in %s', async (file, text, line) => {
    const faults = await faultsWith(file, text);
    expect(faults.map((fault) => fault.line)).toContain(line);
    expect(faults.every((fault) => fault.file === file)).toBe(true);
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
    'names line 400 and the cure for %s there, and nothing is taken',
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
      const told = faults.find((fault) => fault.line === line);
      expect(told?.problem).toContain(problem);
      expect(told?.cure.length).toBeGreaterThan(5);
      expect(told?.problem).not.toMatch(/at line \d/);
    },
  );

  test('names a missing file, and a file whose name is no slug', async () => {
    expect(await faultsWith('codes.yaml', null)).toEqual([
      expect.objectContaining({ file: 'codes.yaml', problem: 'is missing' }),
    ]);
    const faults = await faultsWith('masters/Carl Benz.yaml', source('masters/bertha-benz.yaml'));
    expect(faults).toEqual([expect.objectContaining({ file: 'masters/Carl Benz.yaml' })]);
  });

  test('has a line number', async () => {
    const file = 'courses/bertha-benz.yaml';
    const text = source(file).replace('id: benz-vier-takte', 'id: BENZ');
    const [fault] = await faultsWith(file, text);
    const line = text.split('\n').findIndex((one) => one.includes('id: BENZ')) + 1;
    expect(fault).toMatchObject({ field: 'parts[0].lessons[0].id', line });
  });

  test('is reported together with all others', async () => {
    const file = 'bundles/auge-und-hand.yaml';
    const text = source(file).replace('price_cents: 14900', 'price_cents: viel').replace('title:', 'titel:');
    expect(await faultsWith(file, text)).toHaveLength(3);
  });

  test.each([
    ['herbst', 'coupon: HERBST', 'coupon: NIRGENDS', 'coupon'],
    ['werkbank', 'products: [druckwerkstatt]', 'products: [nirgends]', 'products[0]'],
    ['winterlos', 'giveaway: winterlos', 'giveaway: nirgends', 'giveaway'],
    ['winterlos', 'picture: masterpass', 'picture: nirgends', 'picture'],
    ['werkbank', 'coupon: WERKBANK', 'giveaway: winterlos', 'products'],
    ['winterlos', 'giveaway: winterlos\n', '', 'coupon'],
  ])('blames the campaign %s that says “%s” wrongly', async (slug, right, wrong, field) => {
    const file = `campaigns/${slug}.yaml`;
    const faults = await faultsWith(file, source(file).replace(right, wrong));
    expect(faults).toMatchObject([{ file, field }]);
  });

  test('blames a conversation about a course that does not exist', async () => {
    const text = source('conversations.yaml').replace('course: albrecht-duerer', 'course: nirgends');
    expect(await faultsWith('conversations.yaml', text)).toMatchObject([
      { file: 'conversations.yaml', field: '[0].course' },
    ]);
  });

  const sheet = 'worksheets/noether-sechs-arten';
  test.each([
    ['a language that is missing', `${sheet}.en.md`, null, 'is missing'],
    [
      'a row too few in one language',
      `${sheet}.en.md`,
      source(`${sheet}.en.md`).replace(/\| Circle .*\n/, ''),
      'table',
    ],
    ['a line that is none', `${sheet}.de.md`, '# Sechs\n\n[stone 90] Feld\n', 'is no box'],
  ])('blames a worksheet for %s', async (_what, file, text, problem) => {
    expect(await faultsWith(file, text)).toMatchObject([{ file, problem: expect.stringContaining(problem) }]);
  });

  test('blames a worksheet that no lesson has', async () => {
    const texts = { de: '# Blatt\n\nText\n', en: '# Sheet\n\nText\n' };
    const faults = await folder.withFile('worksheets/nirgends.de.md', texts.de, () =>
      faultsWith('worksheets/nirgends.en.md', texts.en),
    );
    expect(faults).toMatchObject([{ file: 'worksheets/nirgends.de.md', problem: 'no lesson has this name' }]);
  });

  test('lets a course have no picture drawn for sharing, but not without its own', async () => {
    expect(await faultsWith('pictures/teilen-clara-schumann-en.svg', null)).toEqual([]);
    const faults = await faultsWith('pictures/clara-schumann.svg', null);
    const own = { file: 'courses/clara-schumann.yaml', field: 'picture' };
    expect(faults).toContainEqual(expect.objectContaining(own));
  });
});
