import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { limits } from '#api/rate-limit-policy.ts';
import { createMediaRateLimit } from '#server/learning/films/media-rate-limit.ts';
import { createManualTime } from '#test/support/manual-time.ts';

// How much media one network may fetch (docs/behaviour/learning.md#pace-of-media).

const megabyte = 1_000_000;
const hour = 60 * 60_000;

/** Opens a limit of `most` kilobytes an hour and `requests` a minute. */
function openRateLimit(most: number, requests: number = limits.media_requests.most) {
  const { clock, advance } = createManualTime(1_000_000);
  const rateLimit = createMediaRateLimit(
    { clock },
    {
      media_kilobytes: { ...limits.media_kilobytes, most },
      media_requests: { ...limits.media_requests, most: requests },
    },
  );
  return { rateLimit, advance };
}

const chunk = new Uint8Array(100_000);

/** Returns a response of so many bytes; an open one has no Content-Length. */
function file(bytes: number, isOpen = false): Response {
  let left = bytes;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const size = Math.min(left, chunk.length);
        left -= size;
        if (size > 0) controller.enqueue(chunk.subarray(0, size));
        if (left === 0) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, isOpen ? {} : { headers: { 'Content-Length': String(bytes) } });
}

/** Sends a file to a network. Returns the seconds to wait, and the bytes sent before the body ended or failed. */
async function send({ rateLimit }: ReturnType<typeof openRateLimit>, network: string, response: Response) {
  const waits = rateLimit.secondsToWait(network);
  if (waits > 0) return { waits, bytes: 0, isWhole: false };
  let bytes = 0;
  try {
    for await (const sent of rateLimit.count(network, response).body ?? []) bytes += sent.byteLength;
  } catch {
    return { waits, bytes, isWhole: false };
  }
  return { waits, bytes, isWhole: true };
}

describe('the rate limit of media', () => {
  property.prop([
    fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 20 * megabyte }), isOpen: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    }),
  ])('allows everything up to the limit, and no more than one chunk beyond it', async (files) => {
    const most = 30_000;
    const opened = openRateLimit(most);
    let sent = 0;
    for (const { bytes, isOpen } of files) {
      const got = await send(opened, 'one', file(bytes, isOpen));
      // Kilobytes are counted up, chunk by chunk.
      if (sent + bytes <= (most - 1_000) * 1_000) expect(got).toEqual({ waits: 0, bytes, isWhole: true });
      else if (got.waits > 0) expect(got.waits).toBe(3_600);
      sent += got.bytes;
    }
    expect(sent).toBeLessThanOrEqual(most * 1_000 + 8 * megabyte);
  });

  test('refuses one network after its limit, no other one, and none in the next hour', async () => {
    const opened = openRateLimit(10_000);
    const whole = (bytes: number) => ({ waits: 0, bytes, isWhole: true });
    expect(await send(opened, 'one', file(6 * megabyte))).toEqual(whole(6 * megabyte));
    expect(await send(opened, 'one', file(4 * megabyte))).toEqual(whole(4 * megabyte));
    // The limit itself is allowed. The next byte exceeds it and ends the response, unless it is the last one.
    expect(await send(opened, 'one', file(500_000, true))).toEqual({ waits: 0, bytes: 0, isWhole: false });
    opened.advance(60_000);
    expect(await send(opened, 'one', file(1))).toEqual({ waits: 3_540, bytes: 0, isWhole: false });
    expect(await send(opened, 'two', file(1))).toEqual(whole(1));
    opened.advance(hour - 60_000);
    expect(await send(opened, 'one', file(6 * megabyte))).toEqual(whole(6 * megabyte));
  });

  test('counts requests for missing files, and allows them again in the next minute', () => {
    const { rateLimit, advance } = openRateLimit(10_000, 3);
    const ask = (network: string) => {
      const waits = rateLimit.secondsToWait(network);
      if (waits === 0) rateLimit.count(network, new Response(null, { status: 404 }));
      return waits;
    };
    expect([ask('one'), ask('one'), ask('one'), ask('one'), ask('two')]).toEqual([0, 0, 0, 60, 0]);
    advance(59_000);
    expect(ask('one')).toBe(1);
    advance(1_000);
    expect(ask('one')).toBe(0);
  });

  test('does not count the bytes of responses without a file', async () => {
    const opened = openRateLimit(10_000);
    for (const status of [304, 403, 404])
      for (let count = 0; count < 5; count += 1) {
        const body = status === 304 ? null : 'x'.repeat(9 * megabyte);
        opened.rateLimit.count('one', new Response(body, { status }));
      }
    expect(await send(opened, 'one', file(9 * megabyte, true))).toMatchObject({ isWhole: true });
  });

  test('never refuses two devices that play the largest picture and seek every ten seconds, nor a class that plays', () => {
    const { most } = limits.media_kilobytes;
    const segment = (8_000 / 8) * 4;
    const playing = (60 * 60 * segment) / 4;
    const seeking = (60 * 60) / 10;
    // A segment of four seconds, of sound and picture each.
    expect(33 * 2 * (60 / 4)).toBeLessThan(limits.media_requests.most);
    expect(2 * (playing + seeking * 3 * segment)).toBeLessThan(most / 6);
    expect(33 * playing).toBeLessThanOrEqual(most);
    expect(34 * playing).toBeGreaterThan(most);
  });
});
