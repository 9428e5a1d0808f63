import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { escapeHtml } from '#host/mail/mail-layout.ts';

/** Names that the file mailer gives: a UUID and an ending. Anything else is no mail. */
const mailFile = /^[0-9a-f-]{36}\.(html|eml)$/;

/** How many mails the list shows. */
const shown = 100;

/**
 * `/dev/mail` in demo mode: the mails that the file mailer wrote, newest first, each readable as HTML or raw.
 * Never mounted in live mode (decisions §2).
 */
export function devMailRoutes(directory: string): Hono {
  const app = new Hono();

  app.get('/', async (c) => {
    const names = (await listMails(directory)).slice(0, shown);
    const items = names.map(
      ({ id, subject }) =>
        `<li><a href="/dev/mail/${id}.html">${escapeHtml(subject)}</a> (<a href="/dev/mail/${id}.eml">.eml</a>)</li>`,
    );
    return c.html(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails</title><h1>Mails</h1><ul>${items.join('')}</ul></html>`,
    );
  });

  app.get('/:name', async (c) => {
    const name = c.req.param('name');
    if (!mailFile.test(name)) return c.notFound();
    const content = await readFile(join(directory, name), 'utf8').catch(() => null);
    if (content === null) return c.notFound();
    if (name.endsWith('.eml')) return c.text(content);
    // Mails carry inline styles; they are shown without any right to run scripts.
    return c.html(content, 200, {
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
  });

  return app;
}

async function listMails(
  directory: string,
): Promise<readonly { readonly id: string; readonly subject: string }[]> {
  const names = await readdir(directory).catch(() => []);
  // Ids are time-ordered, so names sort by the time of the order to send.
  const mails = names
    .filter((name) => mailFile.test(name) && name.endsWith('.eml'))
    .toSorted()
    .toReversed();
  return Promise.all(
    mails.slice(0, shown).map(async (name) => {
      const html = await readFile(join(directory, name.replace(/eml$/, 'html')), 'utf8').catch(() => '');
      return { id: name.slice(0, -4), subject: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? name };
    }),
  );
}
