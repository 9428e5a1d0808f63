import { limits as allLimits, type Limit, type mediaRateLimits } from '#api/rate-limit-policy.ts';
import { createMemoryRateLimits } from '#server/platform/http/limits/memory-rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { beforeEachChunk } from './film-delivery.ts';

/** Responses up to this number of bytes are counted at once and sent unwrapped; no film segment is larger. */
const piece = 8_000_000;

/** Rate limits of media per network. */
export type MediaLimits = Readonly<Record<(typeof mediaRateLimits)[number], Limit>>;

interface MediaPace {
  /** Counts a request and returns the seconds that its network must wait; 0 if it may get a file. */
  secondsToWait(network: string): number;
  /** Counts the response's bytes and returns the response to send; its body fails if the limit is reached meanwhile. */
  count(network: string, response: Response): Response;
}

/**
 * Limits the bytes of media per network, playlists and parts of films included
 * (docs/behaviour/learning.md#pace-of-media). `limits`: other limits, for tests.
 */
export function createMediaRateLimit(
  context: Pick<ServerContext, 'clock'>,
  limits: MediaLimits = allLimits,
): MediaPace {
  const countHere = createMemoryRateLimits(context);
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
