import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sessionDays } from '#server/accounts/sessions.ts';
import { newsletterLinkDays } from '#server/marketing/newsletter.ts';
import { terms } from '#server/personal-data/retention-terms.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';

/** The terms in the order of the page; years where the page says years. */
const promised = [
  sessionDays,
  terms.paidOrderYears,
  terms.unmatchedDeclaration,
  terms.guestCart,
  terms.unpaidOrder,
  newsletterLinkDays,
  terms.contactMessage,
  terms.mail,
  terms.expiredLink,
  terms.webhookDelivery,
  terms.giveawayEntry,
  (terms.consentProof - 1) / 365,
];

describe('the privacy page', () => {
  test.each([
    ['de', '## Wie lange wir Daten behalten'],
    ['en', '## How long we keep data'],
  ])('states the terms after which data is really deleted (%s)', async (locale, heading) => {
    const page = await readFile(join(projectRoot, `content/legal/datenschutz.${locale}.md`), 'utf8');
    const [, section = ''] = page.split(heading);
    const [list = ''] = section.split('## ');
    expect((list.match(/\d+/g) ?? []).map(Number)).toEqual(promised);
  });
});
