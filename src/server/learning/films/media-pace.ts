import { limits as allLimits, effortOfMedia, type Limit } from '#api/effort.ts';
import { createPaces } from '#server/platform/http/limits/paces.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { beforeEachChunk } from './film-delivery.ts';

/** Bytes of a response that are counted at once, so that it is sent as it is: no segment of a film has more. */
const piece = 8_000_000;

/** What a network may be sent of media. */
export type MediaLimits = Readonly<Record<(typeof effortOfMedia)[number], Limit>>;

interface MediaPace {
  /** Seconds that a network has to wait for its next file, 0 while it may have one. */
  secondsToWait(network: string): number;
  /** Counts what is sent; returns the response to send, whose body fails when the limit is reached while it is sent. */
  count(network: string, response: Response): Response;
}

/**
 * Counts the bytes of every media file, playlists and parts of films included, by the network that is sent them
 * (docs/behaviour/learning.md#pace-of-media). `limits`: other numbers, for tests.
 */
export function createMediaPace(
  context: Pick<ServerContext, 'clock'>,
  limits: MediaLimits = allLimits,
): MediaPace {
  const countHere = createPaces(context);
  const waitAfter = (network: string, bytes: number) =>
    Math.max(
      ...effortOfMedia.map((name) => countHere({ name, ...limits[name] }, network, Math.ceil(bytes / 1_000))),
    );
  return {
    secondsToWait: (network) => waitAfter(network, 0),
    count(network, response) {
      const { body } = response;
      if (body === null || !response.ok) return response;
      const length = Number(response.headers.get('Content-Length'));
      if (length > 0 && length <= piece) {
        waitAfter(network, length);
        return response;
      }
      let counted = 0;
      const mayBeSent = (sent: number) => {
        const more = sent - counted;
        counted = sent;
        return waitAfter(network, more) === 0;
      };
      return new Response(beforeEachChunk(body, mayBeSent), response);
    },
  };
}
