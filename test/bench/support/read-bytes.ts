import { openConnection } from './http-connection.ts';

/** The compressed bytes that the shop sends for a path and query. */
export interface KeptBytes {
  readonly path: string;
  readonly type: string;
  readonly encoding: 'br' | 'gzip';
  readonly base64: string;
}

/** Reads the responses of the shop at `url`, which the floor then sends from memory. */
export async function readBytes(url: string, paths: readonly string[]): Promise<readonly KeptBytes[]> {
  const connection = await openConnection(url);
  const kept: KeptBytes[] = [];
  for (const path of paths) {
    const isPage = !path.startsWith('/api/');
    const encoding = isPage ? 'br' : 'gzip';
    const { status, bytes } = await connection.send({
      method: 'GET',
      path,
      headers: { 'Accept-Encoding': encoding },
    });
    if (status !== 200) throw new Error(`${path} returned ${status}`);
    const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
    kept.push({ path, type, encoding, base64: bytes.toString('base64') });
  }
  connection.close();
  return kept;
}
