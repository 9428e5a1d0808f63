import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compressResponse } from '#app/application.ts';

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const page = '<p>Hallo</p>'.repeat(500);

function ask(encodings: string): Request {
  return new Request('http://localhost/de', { headers: { 'accept-encoding': encodings } });
}

async function bytes(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

describe('compressing an answer', () => {
  test('keeps status, headers and content', async () => {
    const answer = new Response(page, {
      status: 404,
      headers: { ...html, 'Content-Length': String(page.length) },
    });
    answer.headers.append('Set-Cookie', 'a=1');
    answer.headers.append('Set-Cookie', 'b=2');
    const compressed = compressResponse(ask('gzip, deflate, br'), answer);
    expect(compressed.status).toBe(404);
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(compressed.headers.has('content-length')).toBe(false);
    expect(compressed.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    const packed = await bytes(compressed);
    expect(packed.byteLength).toBeLessThan(page.length / 4);
    expect(gunzipSync(packed).toString()).toBe(page);
  });

  test('leaves alone what the browser cannot unpack, and says that it depends on that', async () => {
    const answer = compressResponse(ask('identity'), new Response(page, { headers: html }));
    expect(await answer.text()).toBe(page);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  });

  test.each([
    ['a picture', { 'Content-Type': 'image/webp' }],
    ['something compressed already', { ...html, 'Content-Encoding': 'br' }],
  ])('leaves %s alone', (_what, headers: Record<string, string>) => {
    const answer = new Response(page, { headers });
    expect(compressResponse(ask('gzip'), answer)).toBe(answer);
  });

  test('an answer without a body stays without one', () => {
    const answer = new Response(null, { status: 304, headers: html });
    expect(compressResponse(ask('gzip'), answer)).toBe(answer);
  });

  test('the first part goes out before the second is there', async () => {
    const later = Promise.withResolvers<void>();
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(encoder.encode('<p>first</p>'));
        await later.promise;
        controller.enqueue(encoder.encode('<p>second</p>'));
        controller.close();
      },
    });
    const compressed = compressResponse(ask('gzip'), new Response(body, { headers: html }));
    const unpacked = compressed.body
      ?.pipeThrough(new DecompressionStream('gzip'))
      .pipeThrough(new TextDecoderStream());
    const reader = unpacked?.getReader();
    expect((await reader?.read())?.value).toBe('<p>first</p>');
    later.resolve();
    expect((await reader?.read())?.value).toBe('<p>second</p>');
  });

  test('a browser that leaves ends the rendering', async () => {
    const left = Promise.withResolvers<void>();
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(page)),
      cancel: () => left.resolve(),
    });
    await compressResponse(ask('gzip'), new Response(body, { headers: html })).body?.cancel();
    await left.promise;
  });

  test('a page that breaks off breaks off for the browser, too', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('rendering failed')),
    });
    const compressed = compressResponse(ask('gzip'), new Response(body, { headers: html }));
    await expect(compressed.arrayBuffer()).rejects.toThrow();
  });
});
