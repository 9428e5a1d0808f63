import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compressResponse } from '#app/pages/application.ts';

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const page = '<p>Hallo</p>'.repeat(500);

function ask(encodings: string): Request {
  return new Request('http://localhost/de', { headers: { 'accept-encoding': encodings } });
}

async function bytes(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

describe('compressing a response', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
  ])('keeps status, headers and content: %s', async (accepted, encoding, unpack) => {
    const response = new Response(page, {
      status: 404,
      headers: { ...html, 'Content-Length': String(page.length) },
    });
    response.headers.append('Set-Cookie', 'a=1');
    response.headers.append('Set-Cookie', 'b=2');
    const compressed = await compressResponse(ask(accepted), response);
    expect(compressed.status).toBe(404);
    expect(compressed.headers.get('content-encoding')).toBe(encoding);
    expect(compressed.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    const packed = await bytes(compressed);
    expect(compressed.headers.get('content-length')).toBe(String(packed.byteLength));
    expect(packed.byteLength).toBeLessThan(page.length / 4);
    expect(unpack(packed).toString()).toBe(page);
  });

  test('leaves a response alone that the browser cannot unpack, with the header `Vary`', async () => {
    const response = await compressResponse(ask('identity'), new Response(page, { headers: html }));
    expect(await response.text()).toBe(page);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
  });

  test.each<[string, string | null, ResponseInit]>([
    ['a picture', page, { headers: { 'Content-Type': 'image/webp' } }],
    ['a compressed response', page, { headers: { ...html, 'Content-Encoding': 'br' } }],
    ['a refusal with status 429', page, { status: 429, headers: html }],
    ['a refusal with status 503', page, { status: 503, headers: html }],
    ['a response without a body', null, { status: 304, headers: html }],
  ])('leaves %s alone', async (_what, body, init) => {
    const response = new Response(body, init);
    expect(await compressResponse(ask('gzip'), response)).toBe(response);
  });

  const brokenBody = () =>
    new ReadableStream({ pull: (controller) => controller.error(new Error('the database went away')) });

  test('does not send a response that breaks off', async () => {
    const compressed = compressResponse(ask('gzip'), new Response(brokenBody(), { headers: html }));
    await expect(compressed).rejects.toThrow('the database went away');
  });

  test('compresses a file that is written while it is sent as it is written', async () => {
    let written = 0;
    const lines = 200;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        written += 1;
        if (written > lines) return controller.close();
        controller.enqueue(randomBytes(64 * 1024));
      },
    });
    const response = new Response(body, { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
    const compressed = await compressResponse(ask('gzip, deflate, br'), response);
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    const reader = compressed.body?.getReader();
    await reader?.read();
    expect(written).toBeLessThan(lines);
    await reader?.cancel();
  });

  test('breaks off a file that breaks off while it is sent', async () => {
    const response = new Response(brokenBody(), { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
    const compressed = await compressResponse(ask('gzip'), response);
    await expect(compressed.arrayBuffer()).rejects.toThrow('the database went away');
  });
});
