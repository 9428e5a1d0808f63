import type { Context } from 'hono';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { TestClock } from '#server/database/test-clock.ts';
import { readBody } from '#server/http/read-body.ts';

/** Forty days: more than a month, so that a monthly contract comes due, and short enough to miss none of its periods. */
const longestStep = 40 * 86_400;

const move = z.strictObject({ advance_seconds: z.int().check(z.gte(1), z.lte(longestStep)) });

const usage = `Send {"advance_seconds": n} as JSON: a whole number of seconds from 1 to ${longestStep} (40 days). The clock never goes back.`;

/**
 * `/dev/clock` in demo mode: `GET` tells the shop's time, `POST {advance_seconds}` moves it forward, a limited step at
 * a time, on all hosts. Never mounted in live mode (decisions §2).
 */
export function devClockRoutes(clock: TestClock): Hono {
  const app = new Hono();
  const tell = (c: Context) =>
    c.json({ now: new Date(clock.now()).toISOString(), offset_seconds: clock.offset() }, 200, {
      'Cache-Control': 'no-store',
    });

  app.get('/', async (c) => {
    await clock.refresh();
    return tell(c);
  });

  app.post('/', async (c) => {
    const body = await readBody(c.req, 'application/json');
    const wish = move.safeParse(body.ok ? body.value : null);
    if (!wish.success) return c.json({ error: usage }, body.ok ? 422 : (body.error.status as 400));
    await clock.advance(wish.data.advance_seconds);
    return tell(c);
  });

  return app;
}
