import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LegalVersion } from '#core/model/catalogue-record.ts';
import type { Localized } from '#core/model/values.ts';
import type { Database } from '#server/platform/database/schema.ts';

interface VersionRow extends Omit<LegalVersion, 'first_shown_at'> {
  readonly first_shown_at: Date;
  readonly html: Localized<string>;
}

async function findVersions(db: Kysely<Database>, rest: RawBuilder<unknown>) {
  const { rows } = await sql<VersionRow>`
    select version, min(first_loaded_at) as first_shown_at, jsonb_object_agg(locale, title) as title,
      jsonb_object_agg(locale, html) as html
    from page_versions ${rest}`.execute(db);
  return rows.map(({ first_shown_at, ...version }) => ({
    ...version,
    first_shown_at: first_shown_at.toISOString(),
  }));
}

/** Lists the versions of a legal page that the shop has shown, newest first, paginated. */
export async function listLegalVersions(
  db: Kysely<Database>,
  slug: string,
  { before, size }: { readonly before: string | undefined; readonly size: number },
): Promise<{ readonly rows: readonly LegalVersion[]; readonly next: string | null }> {
  const earlier = before === undefined ? sql`` : sql`and version < ${before}`;
  const found = await findVersions(
    db,
    sql`where slug = ${slug} ${earlier} group by version order by version desc limit ${size + 1}`,
  );
  const rows = found
    .slice(0, size)
    .map(({ version, first_shown_at, title }) => ({ version, first_shown_at, title }));
  return { rows, next: found.length > size ? (rows.at(-1)?.version ?? null) : null };
}

/** Returns a version with its text in both languages; null if the shop has never shown it. */
export async function readLegalVersion(
  db: Kysely<Database>,
  { slug, version }: { readonly slug: string; readonly version: string },
): Promise<(LegalVersion & { readonly html: Localized<string> }) | null> {
  const [found] = await findVersions(db, sql`where slug = ${slug} and version = ${version} group by version`);
  return found ?? null;
}
