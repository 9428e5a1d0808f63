import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const manifestSchema = z.strictObject({
  format: z.literal(1),
  created_at: z.iso.datetime(),
  /** Version of the server that was copied. */
  postgres: z.string(),
  /** In the order in which they ran. */
  migrations: z.array(z.strictObject({ name: z.string(), checksum: sha256 })),
  tables: z.array(
    z.strictObject({ name, columns: z.array(name).min(1), rows: z.int().nonnegative(), sha256 }),
  ),
  sequences: z.array(z.strictObject({ name, value: z.string().regex(/^-?\d+$/), is_called: z.boolean() })),
  /** Environment variables that were set; null for one that is secret. */
  settings: z.record(z.string(), z.string().nullable()),
  /** Films of the content are not in the backup; they come with the shop's files. */
  media: z.array(z.strictObject({ name: z.string(), bytes: z.int().nonnegative(), sha256 })),
  /** Files of packaged films that are in the backup, encrypted; none in backups of older versions. */
  films: z
    .array(
      z.strictObject({ name: z.string().regex(/^film-[a-z0-9.-]+$/), bytes: z.int().nonnegative(), sha256 }),
    )
    .default([]),
});

/** The content of a backup. It is written last, so an interrupted backup has no manifest. */
export type Manifest = z.infer<typeof manifestSchema>;

const manifestFile = 'manifest.json';

/** The file with the rows of a table, in the text format of COPY. */
export function tableFile(folder: string, table: string): string {
  return join(folder, `${table}.copy`);
}

/** Writes the manifest and flushes it to the disk; after that the backup is complete. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const draft = join(folder, `${manifestFile}.draft`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(folder);
  await rename(draft, join(folder, manifestFile));
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Reads a backup's manifest and verifies the hash of every file. Throws when the backup is incomplete or a file was
 * changed.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, manifestFile);
  if (!existsSync(file)) {
    throw new Error(
      `${folder} is no complete backup: it has no ${manifestFile}, which is written last. Make a new backup, or name another folder.`,
    );
  }
  const parsed = manifestSchema.safeParse(parseJson(await readFile(file, 'utf8')));
  if (!parsed.success)
    throw new Error(`${file} is no manifest of this version of the shop: name another backup.`);
  for (const table of parsed.data.tables) {
    const path = tableFile(folder, table.name);
    if (!existsSync(path) || (await hashFile(path)) !== table.sha256)
      throw new Error(`${path} is not as the backup wrote it: name another backup.`);
  }
  for (const film of parsed.data.films) {
    const path = join(folder, 'films', film.name);
    if (!existsSync(path) || (await hashFile(path)) !== film.sha256)
      throw new Error(`${path} is not as the backup wrote it: name another backup.`);
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** SHA-256 of a file, as 64 hexadecimal digits. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
