import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { chooseEncoding, type Encoding } from '#server/platform/http/accepted-encoding.ts';

/** Responds with a file of one folder; returns null for any other path. */
export type StaticFiles = (request: Request) => Response | null;

interface StoredFile {
  readonly path: string;
  readonly type: string;
  readonly isCompressible: boolean;
  readonly cacheControl: string;
}

interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json',
};
const compressible = new Set(['js', 'css', 'html', 'json', 'map', 'txt', 'xml', 'svg', 'webmanifest']);
/** File names below `/assets/` contain a hash of the content. */
const forEver = 'public, max-age=31536000, immutable';
const forAnHour = 'public, max-age=3600';
/** Revalidated each time, so that browsers notice a new version of the shop. */
const asked = 'no-cache';

/**
 * Creates a handler for the files that are in `folder` now. The list is read once, so a request cannot reach other
 * files. Contents are read at the first request, compressed unless the build already did so (`*.br`), and cached.
 */
export function createStaticFiles(folder: string): StaticFiles {
  const files = listFiles(folder);
  const contents = new Map<string, Content>();

  function contentOf(file: StoredFile, encoding: Encoding | null): Content {
    const key = `${encoding}:${file.path}`;
    const known = contents.get(key);
    if (known !== undefined) return known;
    const bytes = readEncoded(file.path, encoding);
    const content = {
      bytes,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    };
    contents.set(key, content);
    return content;
  }

  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const file = files.get(new URL(request.url).pathname);
    if (file === undefined) return null;
    const encoding = file.isCompressible ? chooseEncoding(request.headers.get('accept-encoding')) : null;
    const { bytes, etag } = contentOf(file, encoding);
    const headers = new Headers({ 'Cache-Control': file.cacheControl, ETag: etag });
    if (file.isCompressible) headers.set('Vary', 'Accept-Encoding');
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
    headers.set('Content-Type', file.type);
    headers.set('Content-Length', String(bytes.byteLength));
    if (encoding !== null) headers.set('Content-Encoding', encoding);
    return new Response(request.method === 'HEAD' ? null : bytes, { headers });
  };
}

function readEncoded(path: string, encoding: Encoding | null): Uint8Array<ArrayBuffer> {
  const compressed = `${path}.br`;
  if (encoding === 'br' && existsSync(compressed)) return readFileSync(compressed);
  return encode(readFileSync(path), encoding);
}

function encode(content: Uint8Array<ArrayBuffer>, encoding: Encoding | null): Uint8Array<ArrayBuffer> {
  if (encoding === 'br')
    return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } });
  return encoding === 'gzip' ? gzipSync(content) : content;
}

function cacheControlOf(address: string): string {
  if (address === '/service-worker.js') return asked;
  return address.startsWith('/assets/') ? forEver : forAnHour;
}

function listFiles(folder: string): ReadonlyMap<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.') || entry.name.endsWith('.br')) continue;
    const path = join(entry.parentPath, entry.name);
    const address = path.slice(folder.length).split(sep).map(encodeURIComponent).join('/');
    const extension = entry.name.slice(entry.name.lastIndexOf('.') + 1);
    files.set(address, {
      path,
      type: types[extension] ?? 'application/octet-stream',
      isCompressible: compressible.has(extension),
      cacheControl: cacheControlOf(address),
    });
  }
  return files;
}
