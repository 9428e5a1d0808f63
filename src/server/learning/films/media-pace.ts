import { limits as allLimits, type effortOfMedia, type Limit } from '#api/effort.ts';
import { createPaces } from '#server/platform/http/limits/paces.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { beforeEachChunk } from './film-delivery.ts';

/** Bytes of a response that are counted at once, so that it is sent as it is: no segment of a film has more. */
const piece = 8_000_000;

/** What a network may be sent of media. */
export type MediaLimits = Readonly<Record<(typeof effortOfMedia)[number], Limit>>;

interface MediaPace {
  /** Counts a request; the seconds that its network has to wait, 0 while it may have a file. */
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
  const countFor = (network: string) => (name: keyof MediaLimits, hits: number) =>
    countHere({ name, ...limits[name] }, network, hits);
  const waitAfter = (network: string, bytes: number) =>
    countFor(network)('media_kilobytes', Math.ceil(bytes / 1_000));
  return {
    secondsToWait: (network) => Math.max(countFor(network)('media_requests', 1), waitAfter(network, 0)),
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
