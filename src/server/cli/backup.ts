import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Manifest } from '#server/database/backup/manifest.ts';
import { hashFile } from '#server/database/backup/manifest.ts';
import { restoreBackup } from '#server/database/backup/restore-backup.ts';
import { writeBackup } from '#server/database/backup/write-backup.ts';
import { defineCommand, done } from './command.ts';

/** What `backup` and `restore` work with: the database as it is, without the services of the shop. */
export interface BackupContext {
  readonly connectionString: string;
  readonly now: Date;
  /** Variables of the environment that are set; null for one that is secret. */
  readonly settings: Readonly<Record<string, string | null>>;
  /** Folder of the films. */
  readonly mediaDir: string;
}

const input = z.object({ folder: z.string().transform((path) => resolve(path)) });

export const backupCommand = defineCommand({
  name: 'backup',
  usage: 'FOLDER',
  summary: 'copies the database into a new folder while the shop runs',
  notes: [
    'Orders, accounts and everything else that is in PostgreSQL, as of one moment; personal data: keep it safe.',
    'Settings and films are listed, not copied. Keep TOKEN_SECRET where passwords are kept.',
  ],
  operands: ['folder'],
  input,
  async run({ connectionString, now, settings, mediaDir }: BackupContext, { folder }) {
    const lines: string[] = [];
    const manifest = await writeBackup({
      connectionString,
      folder,
      now,
      settings: { ...settings },
      media: await listMedia(mediaDir),
      say: (line) => lines.push(line),
    });
    return done(...lines, `The backup in ${folder} is complete.`, ...describeRest(manifest));
  },
});

export const restoreCommand = defineCommand({
  name: 'restore',
  usage: 'FOLDER',
  summary: 'fills an empty shop from a backup, also on another version of PostgreSQL',
  notes: ['The shop must not have started yet: name a new DATA_DIR, or an empty database in DATABASE_URL.'],
  operands: ['folder'],
  input,
  async run({ connectionString, mediaDir }: BackupContext, { folder }) {
    const lines: string[] = [];
    const manifest = await restoreBackup({ connectionString, folder, say: (line) => lines.push(line) });
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

/** What a backup names and does not contain. */
function describeRest({ settings, media }: Manifest): string[] {
  const named = Object.entries(settings);
  const open = named.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  const secret = named.flatMap(([name, value]) => (value === null ? [name] : []));
  return [
    `Settings: ${open.length === 0 ? 'none' : open.join(' ')}`,
    `Secret settings, not in the backup: ${secret.length === 0 ? 'none' : secret.join(', ')}`,
    `Films, not in the backup: ${media.length} files`,
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
