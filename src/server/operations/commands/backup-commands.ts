import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import type { MediaStorage } from '#ports/media-storage.ts';
import { hashFile, type Manifest } from '#server/platform/database/backup/manifest.ts';
import { restoreBackup } from '#server/platform/database/backup/restore-backup.ts';
import { writeBackup } from '#server/platform/database/backup/write-backup.ts';
import { defineCommand, done } from './command.ts';

/** Context of `backup` and `restore`: the database itself, without the services of the shop. */
export interface BackupContext {
  readonly connectionString: string;
  readonly now: Date;
  /** Environment variables that are set; null if secret. */
  readonly settings: Readonly<Record<string, string | null>>;
  /** Folder of the films of the content. */
  readonly mediaDir: string;
  /** Opens the storage of packaged films. */
  openFilms(): Promise<MediaStorage>;
}

const input = z.object({
  folder: z.string().transform((path) => resolve(path)),
  'without-films': z.boolean().default(false),
});

const options = { 'without-films': { type: 'boolean' } } as const;

export const backupCommand = defineCommand({
  name: 'backup',
  usage: 'FOLDER [--without-films]',
  summary: 'copies the database and the packaged films into a new folder while the shop runs',
  notes: [
    'Orders, accounts and everything else that is in PostgreSQL, as of one moment; personal data: keep it safe.',
    'Films stay encrypted; their keys are in the database. --without-films where something else copies FILMS_DIR or the bucket.',
    'Settings and the films of the content are listed, not copied. Keep TOKEN_SECRET where passwords are kept.',
  ],
  operands: ['folder'],
  options,
  input,
  async run(
    { connectionString, now, settings, mediaDir, openFilms }: BackupContext,
    { folder, 'without-films': isWithoutFilms },
  ) {
    const lines: string[] = [];
    const manifest = await writeBackup({
      connectionString,
      folder,
      now,
      settings: { ...settings },
      media: await listMedia(mediaDir),
      films: isWithoutFilms ? null : await openFilms(),
      say: (line) => lines.push(line),
    });
    await noteBackup(connectionString, { folder, manifest });
    return done(...lines, `The backup in ${folder} is complete.`, ...describeRest(manifest));
  },
});

export const restoreCommand = defineCommand({
  name: 'restore',
  usage: 'FOLDER [--without-films]',
  summary: 'fills an empty shop from a backup, also on another version of PostgreSQL',
  notes: ['The shop must not have started yet: name a new DATA_DIR, or an empty database in DATABASE_URL.'],
  operands: ['folder'],
  options,
  input,
  async run(
    { connectionString, mediaDir, openFilms }: BackupContext,
    { folder, 'without-films': isWithoutFilms },
  ) {
    const lines: string[] = [];
    const manifest = await restoreBackup({
      connectionString,
      folder,
      films: isWithoutFilms ? null : await openFilms(),
      say: (line) => lines.push(line),
    });
    const films = await listMedia(mediaDir);
    const missing = manifest.media.filter(
      (film) => !films.some(({ name, sha256 }) => name === film.name && sha256 === film.sha256),
    );
    return done(
      ...lines,
      `The shop of ${manifest.created_at} is restored.`,
      ...missing.map(({ name }) => `The film ${name} is missing or another one here.`),
      ...describeRest(manifest),
    );
  },
});

interface MadeBackup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Records a backup in the copied database, for the back office. Skipped if an older database has no table for it. */
async function noteBackup(connectionString: string, { folder, manifest }: MadeBackup): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'meisterhand backup' });
  await client.connect();
  try {
    const { rows } = await client.query("select to_regclass('public.backups') is not null as has_place");
    if (rows[0]?.has_place !== true) return;
    const copied = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    await client.query('insert into backups (made_at, folder, rows) values ($1, $2, $3)', [
      manifest.created_at,
      folder,
      copied,
    ]);
  } finally {
    await client.end();
  }
}

/** Lists the settings and films, with those that the backup names but does not contain. */
function describeRest({ settings, media, films }: Manifest): string[] {
  const named = Object.entries(settings);
  const open = named.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  const secret = named.flatMap(([name, value]) => (value === null ? [name] : []));
  return [
    `Settings: ${open.length === 0 ? 'none' : open.join(' ')}`,
    `Secret settings, not in the backup: ${secret.length === 0 ? 'none' : secret.join(', ')}`,
    `Packaged films in the backup: ${films.length} files, ${Math.ceil(films.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000)} MB`,
    `Films of the content, not in the backup: ${media.length} files`,
  ];
}

async function listMedia(folder: string): Promise<Manifest['media']> {
  const names = (await readdir(folder)).filter((name) => /\.(?:webm|mp4|svg|vtt)$/.test(name)).sort();
  const files: Manifest['media'] = [];
  for (const name of names) {
    const path = join(folder, name);
    files.push({ name, bytes: (await stat(path)).size, sha256: await hashFile(path) });
  }
  return files;
}
