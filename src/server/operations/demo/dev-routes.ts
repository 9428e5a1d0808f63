import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { TestClock } from '#server/platform/database/test-clock.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { failureStatuses } from '#server/platform/http/failures.ts';
import { readBody } from '#server/platform/http/read-input.ts';

/** Forty days: more than a month, so that a monthly subscription becomes due, but not two of its periods. */
const longestStep = 40 * 86_400;

const move = z.strictObject({ advance_seconds: z.int().check(z.gte(1), z.lte(longestStep)) });

const usage = `Send {"advance_seconds": n} as JSON: a whole number of seconds from 1 to ${longestStep} (40 days). The clock never goes back.`;

/**
 * `/dev/clock` in demo mode: `GET` returns the shop's time, `POST {advance_seconds}` moves it forward on all servers,
 * by a limited step. Never mounted in live mode.
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
    const request = move.safeParse(body.ok ? body.value : null);
    if (!request.success)
      return c.json({ error: usage }, body.ok ? 422 : (failureStatuses[body.error.code] as 400));
    await clock.advance(request.data.advance_seconds);
    return tell(c);
  });

  return app;
}

/** File names of the file mailer: a UUID, an optional attachment number, and an ending. */
const mailFile = /^[0-9a-f-]{36}(?:-\d+)?\.(html|eml|pdf|png)$/;

/** Content Security Policy of mails, which have inline styles and their own pictures but no scripts. */
const policy =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  eml: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
  png: 'image/png',
};

/** The metadata that the file mailer writes for each mail. */
const writtenMail = z.object({
  recipient: z.string(),
  subject: z.string(),
  attachments: z.array(z.object({ filename: z.string(), file: z.string() })),
});

interface ListedMail extends z.infer<typeof writtenMail> {
  readonly id: string;
}

/** Maximum number of mails shown. */
const shown = 100;

/**
 * `/dev/mail` in demo mode: the mails of the file mailer, newest first, as HTML or raw text, with attachments. Never
 * mounted in live mode.
 */
export function devMailRoutes(directory: string): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    if (c.res.headers.get('Content-Type')?.startsWith('text/html'))
      c.header('Content-Security-Policy', policy);
  });

  app.get('/', async (c) => c.html(layOutList(await listMails(directory))));

  app.get('/:name', async (c) => {
    const name = c.req.param('name');
    const ending = mailFile.exec(name)?.[1];
    if (ending === undefined) return c.notFound();
    const content = await readFile(join(directory, name)).catch(() => null);
    if (content === null) return c.notFound();
    return c.body(new Uint8Array(content), 200, { 'Content-Type': types[ending] ?? 'text/plain' });
  });

  return app;
}

async function listMails(directory: string): Promise<readonly ListedMail[]> {
  const names = await readdir(directory).catch(() => []);
  // Ids are time-ordered, so sorting by name sorts by time. The .eml is written last.
  const ids = names
    .filter((name) => mailFile.test(name) && name.endsWith('.eml'))
    .map((name) => name.slice(0, -'.eml'.length))
    .toSorted()
    .toReversed()
    .slice(0, shown);
  return Promise.all(
    ids.map(async (id) => {
      const text = await readFile(join(directory, `${id}.json`), 'utf8').catch(() => 'null');
      const facts = writtenMail.safeParse(JSON.parse(text));
      return { id, ...(facts.success ? facts.data : { recipient: '', subject: id, attachments: [] }) };
    }),
  );
}

function layOutList(mails: readonly ListedMail[]): string {
  const items = mails.map(
    ({ id, recipient, subject, attachments }) => `<li>
<a href="/dev/mail/${id}.html"><strong>${escapeHtml(subject)}</strong></a>
<p>${escapeHtml(recipient)} · <a href="/dev/mail/${id}.eml">.eml</a>${attachments
      .map(({ filename, file }) => ` · <a href="/dev/mail/${escapeHtml(file)}">${escapeHtml(filename)}</a>`)
      .join('')}</p></li>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mails</title>
<style>
body { max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem; background: #f6f1e7; color: #14110d; font: 16px/1.6 sans-serif; }
h1 { font: normal 2rem/1.2 Georgia, serif; }
ul { padding: 0; list-style: none; }
li { padding: 0.9rem 0; border-top: 1px solid #c9bfae; }
p { margin: 0; color: #5c5343; }
a { color: #76560a; }
</style></head><body>
<h1>Mails of this demo shop</h1>
${items.length === 0 ? '<p>None yet. Buy something, or ask for a new password.</p>' : `<ul>${items.join('\n')}</ul>`}
</body></html>`;
}
