import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { filmUploadedAt } from '#core/rules/catalogue/record-films.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { openOlderVersion } from './older-version.ts';

const database = await openTestDatabase();
const { db } = database;

test('courses and all their versions get the ids of the uploaded films that are shown', async () => {
  const runMigration = await openOlderVersion(database, '-films-of-drafts.sql');
  const film = async (name: string, origin: string, isShown: boolean) => {
    const id = crypto.randomUUID();
    await sql`insert into films (id, name, origin, version, key, facts, published_at, replaced_at)
      values (${id}, ${name}, ${origin}, 'v', decode(repeat('00', 16), 'hex'), '{}', now(),
        ${isShown ? null : new Date(0)})`.execute(db);
    return id;
  };
  const shown = await film('trailer-geige', 'added', true);
  await film('trailer-geige', 'added', false);
  await film('trailer-bass', 'content', true);
  for (const slug of ['geige', 'bass']) {
    await sql`insert into catalogue_records (type, slug, loaded, published, draft, version, changed_at)
      values ('course', ${slug}, '{"a": 1}', '{"a": 1}', ${slug === 'geige' ? '{"a": 2}' : null}, 1, now())`.execute(
      db,
    );
    await sql`insert into catalogue_versions (type, slug, number, state, value, fields, saved_at)
      values ('course', ${slug}, 1, 'loaded', '{"a": 1}', '{}', now())`.execute(db);
  }
  await runMigration();
  const films = { 'trailer-geige': shown };
  const records = db.selectFrom('catalogue_records').select(['slug', 'loaded', 'published', 'draft']);
  expect(await records.orderBy('slug').execute()).toEqual([
    { slug: 'bass', loaded: { a: 1 }, published: { a: 1 }, draft: null },
    { slug: 'geige', loaded: { a: 1 }, published: { a: 1, films }, draft: { a: 2, films } },
  ]);
  const versions = db.selectFrom('catalogue_versions').select('value').orderBy('slug');
  expect(await versions.execute()).toEqual([{ value: { a: 1 } }, { value: { a: 1, films } }]);
});

test('uploaded captions stay shown, and courses and all their versions get their ids', async () => {
  const other = await openTestDatabase();
  const runMigration = await openOlderVersion(other, '-lesson-files-of-drafts.sql');
  const uploadedAt = new Date(Date.UTC(2026, 10, 29, 12));
  await sql`insert into lesson_files (lesson_id, ending, content, digest, uploaded_at)
    values ('trailer-geige', 'de.vtt', 'WEBVTT', 'x', ${uploadedAt})`.execute(other.db);
  await sql`insert into catalogue_records (type, slug, loaded, published, draft, version, changed_at)
    values ('course', 'geige', '{"a": 1}', '{"a": 1}', '{"films": {"trailer-geige": "f"}}', 1, now())`.execute(
    other.db,
  );
  await sql`insert into catalogue_versions (type, slug, number, state, value, fields, saved_at)
    values ('course', 'geige', 1, 'loaded', '{"a": 1}', '{}', now())`.execute(other.db);
  await runMigration();
  const [file] = await other.db.selectFrom('uploaded_lesson_files').selectAll().execute();
  expect(file).toMatchObject({ name: 'trailer-geige.de.vtt', replaced_at: null, digest: 'x' });
  expect(filmUploadedAt(file?.id ?? ''), 'its time').toBe(uploadedAt.toISOString());
  const films = { 'trailer-geige.de.vtt': file?.id };
  expect(await other.db.selectFrom('catalogue_records').select(['published', 'draft']).execute()).toEqual([
    { published: { a: 1, films }, draft: { films: { 'trailer-geige': 'f', ...films } } },
  ]);
  expect(await other.db.selectFrom('catalogue_versions').select('value').execute()).toEqual([
    { value: { a: 1, films } },
  ]);
  expect(await other.db.selectFrom('lesson_files').select('digest').execute()).toEqual([{ digest: 'x' }]);
});
