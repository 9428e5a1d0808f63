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

describe('compressing an answer', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
  ])('keeps status, headers and content: %s', async (accepted, encoding, unpack) => {
    const answer = new Response(page, {
      status: 404,
      headers: { ...html, 'Content-Length': String(page.length) },
    });
    answer.headers.append('Set-Cookie', 'a=1');
    answer.headers.append('Set-Cookie', 'b=2');
    const compressed = await compressResponse(ask(accepted), answer);
    expect(compressed.status).toBe(404);
    expect(compressed.headers.get('content-encoding')).toBe(encoding);
    expect(compressed.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    const packed = await bytes(compressed);
    expect(compressed.headers.get('content-length')).toBe(String(packed.byteLength));
    expect(packed.byteLength).toBeLessThan(page.length / 4);
    expect(unpack(packed).toString()).toBe(page);
  });

  test('leaves alone what the browser cannot unpack, and says that it depends on that', async () => {
    const answer = await compressResponse(ask('identity'), new Response(page, { headers: html }));
    expect(await answer.text()).toBe(page);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  });

  test.each([
    ['a picture', { 'Content-Type': 'image/webp' }],
    ['something compressed already', { ...html, 'Content-Encoding': 'br' }],
  ])('leaves %s alone', async (_what, headers: Record<string, string>) => {
    const answer = new Response(page, { headers });
    expect(await compressResponse(ask('gzip'), answer)).toBe(answer);
  });

  test.each([429, 503])('a refusal costs no compression: %i', async (status) => {
    const answer = new Response(page, { status, headers: html });
    expect(await compressResponse(ask('gzip'), answer)).toBe(answer);
  });

  test('an answer without a body stays without one', async () => {
    const answer = new Response(null, { status: 304, headers: html });
    expect(await compressResponse(ask('gzip'), answer)).toBe(answer);
  });

  test('an answer that breaks off is not sent', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('the database went away')),
    });
    const compressed = compressResponse(ask('gzip'), new Response(body, { headers: html }));
    await expect(compressed).rejects.toThrow('the database went away');
  });

  test('a file that is written while it is sent is compressed as it is written', async () => {
    let written = 0;
    const lines = 200;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        written += 1;
        if (written > lines) return controller.close();
        controller.enqueue(randomBytes(64 * 1024));
      },
    });
    const answer = new Response(body, { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
    const compressed = await compressResponse(ask('gzip, deflate, br'), answer);
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    const reader = compressed.body?.getReader();
    await reader?.read();
    expect(written).toBeLessThan(lines);
    await reader?.cancel();
  });

  test('a file that breaks off while it is sent breaks off compressed, too', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('the database went away')),
    });
    const answer = new Response(body, { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
    const compressed = await compressResponse(ask('gzip'), answer);
    await expect(compressed.arrayBuffer()).rejects.toThrow('the database went away');
  });
});
