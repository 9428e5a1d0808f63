import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { KeptBytes } from './read-bytes.ts';

/**
 * The floor of kept responses: Hono sends the same compressed bytes from memory. `BYTES` names a JSON file with them.
 */
const kept: readonly KeptBytes[] = JSON.parse(readFileSync(process.env.BYTES ?? '', 'utf8'));
const responses = new Map(
  kept.map(({ path, type, encoding, base64 }) => {
    const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
    const headers = {
      'Content-Type': type,
      'Content-Encoding': encoding,
      'Content-Length': String(bytes.length),
    };
    return [path, { bytes, headers }];
  }),
);
const app = new Hono();
app.get('*', ({ req }) => {
  const found = responses.get(req.url.slice(req.url.indexOf('/', 8)));
  return found === undefined
    ? new Response(null, { status: 404 })
    : new Response(found.bytes, { headers: found.headers });
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) }, () =>
  process.send?.('ready'),
);
process.on('SIGTERM', () => process.exit(0));
