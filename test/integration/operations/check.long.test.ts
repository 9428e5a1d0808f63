import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { checkReadiness } from '#app/check-readiness.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import type { DnsResolver } from '#server/operations/readiness/check-mail.ts';
import type { Finding } from '#server/operations/readiness/finding.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { liveSettings } from '#test/integration/support/api-process.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { openSmtpServer } from '#test/support/smtp-server.ts';

const { db, connectionString } = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'meisterhand-check-'));
const post = await openSmtpServer({ login: { user: 'shop', password: 'right' } });
const encrypted = await openSmtpServer({ encryption: 'at_once' });
afterAll(async () => {
  await Promise.all([post.close(), encrypted.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Copies the content of this project with its sample texts and numbers replaced, and returns the folder. */
function ownContent(): string {
  const [from, to] = [join(projectRoot, 'content'), join(folder, 'content')];
  mkdirSync(to);
  const own = (text: string) =>
    text
      .replaceAll(/^> \[!NOTE\]\n(?:>.*\n)+/gm, '')
      .replaceAll(/\bmeisterhand\.example\b/g, 'werkhand.de')
      .replaceAll(/\.example\b/g, '.werkhand.de')
      .replaceAll(/Beispiel/g, 'Werk')
      .replaceAll(/0{5,}/g, '12345')
      .replace('DE1234500', 'DE123456789')
      .replace(/vat_id: DE\d+/, 'vat_id: DE123456789')
      .replace('oss_from: null', 'oss_from: 2026-01-01');
  for (const name of readdirSync(from))
    if (name !== 'legal' && name !== 'shop.yaml') symlinkSync(join(from, name), join(to, name));
  cpSync(join(from, 'legal'), join(to, 'legal'), { recursive: true });
  for (const file of ['shop.yaml', ...readdirSync(join(to, 'legal')).map((name) => `legal/${name}`)])
    writeFileSync(join(to, file), own(readFileSync(join(from, file), 'utf8')));
  appendFileSync(join(to, 'shop.yaml'), '\nguarantee_notice: { de: guilloche, en: masterpass }\n');
  return to;
}

const contentRoot = ownContent();
const backups = join(folder, 'backups');
function writeBackup(name: string, made: number) {
  mkdirSync(join(backups, name), { recursive: true });
  writeFileSync(
    join(backups, name, 'manifest.json'),
    JSON.stringify({ created_at: new Date(made).toISOString() }),
  );
}
writeBackup('old', Date.now() - 40 * 3_600_000);
writeBackup('new', Date.now() - 3_600_000);

const ready = {
  ...liveSettings,
  SITE_URL: 'https://localhost:1',
  SMTP_URL: post.url,
  DATABASE_URL: connectionString,
  DATA_DIR: folder,
  FFMPEG_PATH: process.execPath,
};
const records: Readonly<Record<string, readonly string[]>> = {
  'werkhand.de': ['v=spf1 include:post.de -all', 'other=1'],
  '_dmarc.werkhand.de': ['v=DMARC1; p=reject'],
  'eins._domainkey.werkhand.de': ['v=DKIM1; k=rsa; p=MIGf'],
};
function namesWith(changed: Readonly<Record<string, readonly string[]>>): DnsResolver {
  const none = Object.assign(new Error('queryTxt ENODATA'), { code: 'ENODATA' });
  return {
    async resolveTxt(name) {
      const texts = { ...records, ...changed }[name];
      if (texts === undefined) throw none;
      return texts.map((text) => [text.slice(0, 8), text.slice(8)]);
    },
    resolveMx: async () => [{ exchange: 'mx.post.de' }],
  };
}
const options = { dkimSelector: 'eins', backups };
const about = (findings: readonly Finding[], subject: string, weight: Finding['weight'] = 'wrong') =>
  findings.filter((one) => one.subject === subject && one.weight === weight).map(({ problem }) => problem);

const check = (changed: Record<string, string> = {}, names = namesWith({})) =>
  checkReadiness({ environment: { ...ready, ...changed }, names, contentRoot }, options);

test('a shop that is ready gets findings only for its provider and address, which a test cannot reach', async () => {
  const findings = await check();
  const wrong = findings.filter(({ weight }) => weight === 'wrong');
  expect(new Set(wrong.map(({ subject }) => subject))).toEqual(new Set(['payments', 'database']));
  // The PostgreSQL of a test run is not durable.
  for (const problem of about(findings, 'database')) expect(problem).toContain('may lose paid orders');
  expect(about(findings, 'payments')).toEqual([expect.stringContaining('check_account')]);
  expect(about(findings, 'SITE_URL', 'look')).toEqual([expect.stringContaining('could not be reached')]);
  expect(post.taken).toEqual([]);
});

test('all that the live start refuses is reported at once in the same words, and nothing is changed', async () => {
  await sql`update operators set is_demo = true`.execute(db);
  await sql`insert into users (id, email, preferred_language, created_at, is_demo)
    values (gen_random_uuid(), 'demo@meisterhand.example', 'de', now(), true)`.execute(db);
  const noModule = join(folder, 'no-module.mjs');
  writeFileSync(noModule, 'export default {};');
  const findings = await check({
    SHOP_MODE: 'demo',
    TOKEN_SECRET: 'short',
    DATABASE_POOL: '0',
    MAIL_MODULE: noModule,
  });
  expect(about(findings, 'settings').toSorted()).toEqual([
    expect.stringContaining('DATABASE_POOL is "0"'),
    expect.stringContaining('MAIL_MODULE has'),
    'SHOP_MODE is not live: the shop takes play money',
    expect.stringContaining('TOKEN_SECRET cannot be used'),
  ]);
  const pages = findings.map(({ problem, cure }) => `${problem}; ${cure}`.match(/see docs/g)?.length ?? 0);
  expect(Math.max(...pages)).toBe(1);
  expect(findings.map(({ cure }) => cure)).toContain('see docs/integrators.md');
  const database = about(await check({ DATABASE_POOL: '900' }), 'database');
  expect(database.filter((problem) => !problem.includes('may lose'))).toEqual([
    expect.stringContaining('DATABASE_POOL is 900, and with 20 beside it'),
    'This database has demo data: 1 demo account and 0 redeemed demo codes',
  ]);
  expect(await db.selectFrom('contents').select('key').where('key', '=', 'is_live').execute()).toEqual([]);
  await sql`delete from users where is_demo`.execute(db);
});

test('a missing SPF record and a mail server that refuses the login are reported', async () => {
  const findings = await check(
    { SMTP_URL: post.url.replace('right', 'wrong') },
    namesWith({ 'werkhand.de': [] }),
  );
  expect(about(findings, 'mail')).toEqual([
    'werkhand.de has no SPF record',
    expect.stringContaining('the mail server refuses'),
  ]);
});

test('the company and the sender of published shop data are judged, not those of the file', async () => {
  const read = await readContent(contentRoot);
  if (!read.ok) throw new Error('The content has faults');
  const { company, mail, ...others } = read.value.shop;
  const published = JSON.stringify({
    ...others,
    company: { ...company, phone: '+49 30 00000' },
    mail: { ...mail, from_email: 'post@anders.de' },
  });
  await db
    .insertInto('catalogue_records')
    .values({ type: 'shop', slug: 'shop', published, changed_at: new Date() })
    .execute();
  const findings = await check();
  await sql`delete from catalogue_records`.execute(db);
  expect(about(findings, 'content')).toContain('shop data: company.phone is invented');
  expect(about(findings, 'mail')).toContain('anders.de has no SPF record');
});

test('a missing translation of the content is reported', async () => {
  rmSync(join(contentRoot, 'legal/faqs.en.md'));
  expect(about(await check(), 'content')).toEqual([expect.stringContaining('faqs.en.md')]);
});

test('a certificate that browsers refuse, an open data folder, old backups and a missing ffmpeg are reported', async () => {
  const open = join(folder, 'open');
  mkdirSync(open, { mode: 0o755 });
  const environment = {
    ...ready,
    SITE_URL: encrypted.url.replace('smtps', 'https'),
    DATA_DIR: open,
    FFMPEG_PATH: join(folder, 'none'),
  };
  const findings = await checkReadiness(
    { environment, names: namesWith({}), contentRoot },
    {
      ...options,
      backups: join(backups, 'old'),
    },
  );
  expect(about(findings, 'SITE_URL')).toEqual([expect.stringContaining('browsers refuse the certificate')]);
  expect(about(findings, 'machine')).toEqual([
    expect.stringContaining('others may look into'),
    'the newest backup is 40 hours old',
  ]);
  expect(about(findings, 'machine', 'look')).toContain('there is no ffmpeg, so no films can be made');
});
