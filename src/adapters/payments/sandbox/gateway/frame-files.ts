import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file the frames load besides their page. */
interface FrameFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

export interface FrameFiles {
  /** Changes with the content, so that browsers may keep the files for good. */
  readonly version: string;
  find(name: string): FrameFile | null;
}

const fonts = ['inter-latin-opsz-normal.woff2', 'inter-latin-ext-opsz-normal.woff2'];

/**
 * Reads what the frames need: the scripts in `browser/`, which import nothing but each other and run in the browser
 * once their types are stripped, and the typeface of the shop.
 */
export async function loadFrameFiles(): Promise<FrameFiles> {
  const files = new Map<string, FrameFile>();
  const folder = join(import.meta.dirname, 'browser');
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort()) {
    const script = stripTypeScriptTypes(await readFile(join(folder, name), 'utf8'));
    files.set(name, { body: new TextEncoder().encode(script), type: 'text/javascript; charset=utf-8' });
  }
  for (const name of fonts) {
    const path = fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/files/${name}`));
    files.set(name, { body: new Uint8Array(await readFile(path)), type: 'font/woff2' });
  }
  const hash = createHash('sha256');
  for (const [name, { body }] of files) hash.update(name).update(body);
  const version = hash.digest('base64url').slice(0, 16);
  return { version, find: (name) => files.get(name) ?? null };
}
