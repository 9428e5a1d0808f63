import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { readPublishedRecords } from '#server/content/published-records.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import { checkContent } from '#server/operations/readiness/check-content.ts';
import { checkDatabase } from '#server/operations/readiness/check-database.ts';
import { checkMachine } from '#server/operations/readiness/check-machine.ts';
import type { Finding } from '#server/operations/readiness/finding.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { changeRows } from '#test/integration/support/rows.ts';

const { db } = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'meisterhand-check-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const told = (findings: readonly Finding[]) => findings.map(({ weight, problem }) => `${weight} ${problem}`);

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 21, 10);

function writeBackup(path: string, made: number): void {
  const backup = join(folder, path);
  mkdirSync(backup, { recursive: true });
  const created_at = new Date(made).toISOString();
  writeFileSync(join(backup, 'manifest.json'), JSON.stringify({ created_at }));
}

test('an open data folder, a missing ffmpeg, and an old or incomplete backup are reported', async () => {
  const closed = join(folder, 'closed');
  const open = join(folder, 'open');
  mkdirSync(closed, { mode: 0o700 });
  mkdirSync(open);
  chmodSync(open, 0o701);
  writeBackup('backups/old', now - 40 * hour);
  writeBackup('backups/new', now - 26 * hour);
  mkdirSync(join(folder, 'backups/cut-off'));
  const ready = {
    dataDir: closed,
    ffmpegPaths: ['/nowhere/ffmpeg', process.execPath],
    backups: join(folder, 'backups'),
    now,
  };
  const of = async (changes: Partial<Parameters<typeof checkMachine>[0]>) =>
    told(await checkMachine({ ...ready, ...changes })).filter((text) => !text.includes('GB are free'));
  expect(await of({})).toEqual([]);
  expect(await of({ now: now + 1 })).toEqual(['wrong the newest backup is 26 hours old']);
  expect(await of({ backups: join(folder, 'backups/old') })).toEqual([
    'wrong the newest backup is 40 hours old',
  ]);
  for (const backups of [join(folder, 'backups/cut-off'), join(folder, 'none')])
    expect(await of({ backups })).toEqual([`wrong there is no complete backup in ${backups}`]);
  expect(await of({ backups: null })).toEqual(['look the age of the newest backup was not looked at']);
  expect(await of({ dataDir: open })).toEqual([`wrong others may look into ${open}, which has secrets`]);
  const missing = join(folder, 'missing');
  expect(await of({ dataDir: missing, ffmpegPaths: [] })).toEqual([
    `look DATA_DIR ${missing} is not there yet`,
    'look there is no ffmpeg, so no films can be made',
  ]);
});

test('unsafe settings, too few connections, a wrong clock and demo data are reported; nothing is changed', async () => {
  const { rows } = await sql<{ free: number; off: number }>`select
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as free,
    (select count(*)::int from pg_settings where setting = 'off'
      and name in ('fsync', 'full_page_writes', 'synchronous_commit')) as off`.execute(db);
  const { free = 0, off = 0 } = rows[0] ?? {};
  const of = async (pool: number, clock: () => number = Date.now) =>
    told(await checkDatabase(db, { pool, now: clock }));
  // The PostgreSQL of a test run is not durable.
  expect(off).toBeGreaterThan(0);
  const unsafe = (await of(1)).filter((text) => /^wrong .* may lose paid orders/.test(text));
  expect(unsafe).toHaveLength(off);
  const about = async (pool: number) => (await of(pool)).filter((text) => text.includes('connections'));
  expect(await about(Math.floor(free / 2) - 20)).toEqual([]);
  const one = `look its ${free} connections are enough for one process of the shop only`;
  expect(await about(Math.floor(free / 2) - 19)).toEqual([one]);
  expect(await about(free - 20)).toEqual([one]);
  const [tooMany] = await about(free - 19);
  expect(tooMany).toMatch(/^wrong DATABASE_POOL is \d+, and with 20 beside it/);
  for (const shift of [-3_650_000, 3_650_000]) {
    const findings = await of(1, () => Date.now() + shift);
    expect(findings.join('\n')).toMatch(/^wrong its clock and the one of this machine differ by 36\d\d s$/m);
  }
  await sql`insert into users (id, email, preferred_language, created_at, is_demo)
    values (gen_random_uuid(), 'demo@meisterhand.example', 'de', now(), true)`.execute(db);
  expect(await of(1)).toContain(
    'wrong This database has demo data: 1 demo account and 0 redeemed demo codes',
  );
  expect(await db.selectFrom('contents').select('key').where('key', '=', 'is_live').execute()).toEqual([]);
});

test('sample texts, invented numbers and the VAT setting of this project are reported', async () => {
  const { findings, content } = await checkContent(join(projectRoot, 'content'));
  expect(content).not.toBeNull();
  const texts = findings.filter(({ subject }) => subject === 'content');
  expect(new Set(texts.map(({ weight }) => weight))).toEqual(new Set(['wrong']));
  const problems = texts.map(({ problem }) => problem);
  expect(problems).toContain('shop.yaml: company.register_number is invented');
  expect(problems).toContain('shop.yaml: processors.hosting is invented');
  expect(problems).toContain('the official notice on the legal guarantee is missing');
  expect(problems.filter((text) => text.startsWith('legal/agbs'))).toHaveLength(2);
  expect(told(findings.filter(({ subject }) => subject === 'VAT')).join('\n')).toMatch(
    /^look German VAT is taken in the whole EU/m,
  );
});

test('published shop data and legal pages are judged in place of the files', async () => {
  const root = join(projectRoot, 'content');
  const read = await readContent(root);
  if (!read.ok) throw new Error('The content has faults');
  const { shop, sources } = read.value;
  const terms = sources.legal.find(({ slug }) => slug === 'agbs');
  if (terms === undefined) throw new Error('The content has no agbs');
  expect(await readPublishedRecords(db)).toEqual([]);
  const company = { ...shop.company, register_number: 'HRB 4711', vat_id: 'DE123' };
  const notice = { de: 'guilloche', en: 'masterpass' };
  const own = { ...shop, company, guarantee_notice: notice, vat: { oss_from: '2026-01-01' } };
  const text = { de: 'Es gilt das Gesetz.', en: 'The law applies.' };
  const changed_at = new Date(now);
  await db
    .insertInto('catalogue_records')
    .values([
      { type: 'shop', slug: 'shop', published: JSON.stringify(own), changed_at },
      { type: 'legal', slug: 'agbs', published: JSON.stringify({ ...terms.value, text }), changed_at },
    ])
    .execute();
  const { findings, content } = await checkContent(root, await readPublishedRecords(db));
  expect(content?.shop.company).toEqual(company);
  const problems = findings.map(({ problem }) => problem);
  expect(problems).toContain('shop data: processors.hosting is invented');
  expect(problems.filter((problem) => /register_number|guarantee|^legal\//.test(problem))).toEqual([]);
  expect(told(findings.filter(({ subject }) => subject === 'VAT'))).toEqual([
    'wrong company.vat_id is no German VAT id',
  ]);
});

test('goods are judged by the published products that are on sale', async () => {
  const root = join(projectRoot, 'content');
  const read = await readContent(root);
  const book = read.ok ? read.value.sources.products.find(({ kind }) => kind === 'book') : undefined;
  if (book === undefined) throw new Error('The content has no book');
  const { slug, value } = book;
  const published = JSON.stringify({ ...value, austria_minimum_cents: undefined });
  await db.deleteFrom('catalogue_records').execute();
  await db
    .insertInto('catalogue_records')
    .values({ type: 'book', slug, published, changed_at: new Date(now) })
    .execute();
  const ofGoods = async () => {
    const { findings } = await checkContent(root, await readPublishedRecords(db));
    return told(findings).filter((text) => /guarantee|Austria/.test(text));
  };
  expect(await ofGoods()).toEqual([
    'wrong the official notice on the legal guarantee is missing',
    `wrong the shop delivers to Austria, and German books lack their minimum price there: ${slug}`,
  ]);
  await changeRows(db, 'catalogue_records', { slug }, { is_on_sale: false });
  expect(await ofGoods()).toEqual([]);
});
