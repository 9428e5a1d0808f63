import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/**
 * The floor of kept pages: Hono sends compressed bytes from memory. `PAGES` names a JSON file with the bytes of
 * each path, as base64.
 */
const pages: Readonly<Record<string, string>> = JSON.parse(readFileSync(process.env.PAGES ?? '', 'utf8'));
const app = new Hono();
for (const [path, text] of Object.entries(pages)) {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'));
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Content-Length': String(bytes.length),
  };
  app.get(path, () => new Response(bytes, { headers }));
}
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) }, () =>
  process.send?.('ready'),
);
process.on('SIGTERM', () => process.exit(0));
