import { ok, type Result } from '#core/rules/basics/result.ts';
import type { DomainFailure } from '#server/platform/domain-failure.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Number of bytes per rate limit hit, counted before they are sent. */
const piece = 2_000_000;

interface Delivery {
  readonly userId: string;
  /** Content to send; the client may stop reading early. */
  readonly body: ReadableStream<Uint8Array>;
  /** Bytes of `body`. */
  readonly length: number;
  /** Bytes of the whole file. */
  readonly size: number;
}

/**
 * Counts the delivery of a paid lesson's file against rate limits, so that nobody downloads a whole catalogue
 * (docs/behaviour/learning.md#signed-media-addresses). Counts the request, and each piece before it is sent, so that
 * parallel and range requests are counted by bytes. Returns the body to send; `TOO_MANY_ATTEMPTS` if a limit is
 * reached. The body fails if a limit is reached while it is sent.
 */
export async function countDelivery(
  needs: Pick<ServerContext, 'db' | 'clock'>,
  { userId, body, length, size }: Delivery,
): Promise<Result<ReadableStream<Uint8Array>, DomainFailure>> {
  const account = { account: userId };
  let counted = 0;
  const countPiece = (isFirst: boolean) => {
    const bytes = Math.min(piece, Math.max(length - counted, 1));
    counted += bytes;
    return takeHit(needs.db, needs, [
      ...(isFirst ? [limitOf('film_part', account)] : []),
      { ...limitOf('film_share', account), hits: Math.ceil((1_000 * bytes) / Math.max(size, bytes)) },
      { ...limitOf('film_kilobytes', account), hits: Math.ceil(bytes / 1_000) },
    ]);
  };
  const first = await countPiece(true);
  if (!first.ok) return first;
  return ok(
    beforeEachChunk(body, async (sent) => {
      while (counted < sent) if (!(await countPiece(false)).ok) return false;
      return true;
    }),
  );
}

/**
 * Wraps a body so that it fails when `mayBeSent` returns false. `mayBeSent` gets the bytes sent so far, including this
 * chunk.
 */
export function beforeEachChunk(
  body: ReadableStream<Uint8Array>,
  mayBeSent: (sent: number) => boolean | Promise<boolean>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let sent = 0;
  const counting: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      sent += value.byteLength;
      if (await mayBeSent(sent)) return controller.enqueue(value);
      await reader.cancel();
      throw new Error('A limit was reached while a film was sent');
    },
    cancel: (reason) => reader.cancel(reason),
  };
  return new ReadableStream(counting, { highWaterMark: 0 });
}
