import { afterEach, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import type { Content } from '#server/content/sources/content-shapes.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import { describeContentFault } from '#server/content/sources/read-files.ts';
import { deliverMails } from '#test/integration/support/deliver-mails.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import {
  berlin,
  payOrder,
  placeOrder,
  products,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { copyContent, source } from '#test/unit/server/content/content-folder.ts';

const shop = await openTestShop();
const load = (content: Content) => loadContent(shop.context, content, { mode: 'demo' });

/** Returns the content with a sentence added to a legal page, and with another version if given. */
function withText(slug: 'agbs' | 'datenschutz', sentence: string, version?: string): Content {
  const { [slug]: texts } = shop.content.legal;
  const change = (text: (typeof texts)['de']) => ({
    ...text,
    html: `${text.html}\n<p>${sentence}</p>`,
    plain: `${text.plain}\n\n${sentence}`,
    ...(version === undefined ? {} : { version }),
  });
  const changed = { de: change(texts.de), en: change(texts.en) };
  return { ...shop.content, legal: { ...shop.content.legal, [slug]: changed } };
}

/** Returns for each page the shown text and the stored text of the same version. */
async function shownAndKept() {
  const shown = await rowsOf(shop.db, 'pages', {}, ['slug', 'locale', 'version', 'html'], 'slug', 'locale');
  const kept = await rowsOf(shop.db, 'page_versions', {}, ['slug', 'locale', 'version', 'html']);
  return shown.map((page) => [
    page.html,
    kept.find((one) => one.slug === page.slug && one.locale === page.locale && one.version === page.version)
      ?.html,
  ]);
}

afterEach(async () => {
  await load(shop.content);
});

test('a changed text with its old version is a fault that names file and cure, and nothing is loaded', async () => {
  const before = await shownAndKept();
  const loaded = await load(withText('agbs', 'Heimlich geändert.'));
  expect(loaded.ok ? [] : loaded.error.map(describeContentFault)).toEqual(
    ['de', 'en'].map((locale) =>
      expect.stringMatching(
        new RegExp(
          `legal/agbs\\.${locale}\\.md.*version.*2026-.*set version in both languages to the day`,
          's',
        ),
      ),
    ),
  );
  expect(await shownAndKept()).toEqual(before);
  for (const [shown, kept] of before) expect(kept).toBe(shown);
});

test('another company name in shop.yaml changes legal texts, which then need new versions', async () => {
  const before = await shownAndKept();
  const name = 'Umbenannte Werkstatt GmbH';
  const folder = await copyContent();
  try {
    const settings = source('shop.yaml').replace('name: Meisterhand Werkstatt GmbH', `name: ${name}`);
    expect(settings).toContain(name);
    const read = await folder.withFile('shop.yaml', settings, () => readContent(folder.path));
    if (!read.ok) throw new Error(read.error.map(describeContentFault).join('\n'));
    expect(read.value.legal.impressum.de.plain).toContain(name);
    const loaded = await load(read.value);
    const faults = loaded.ok ? [] : loaded.error.filter(({ problem }) => problem.includes('counts as text'));
    expect(faults.map(({ file }) => file)).toEqual(
      expect.arrayContaining(
        ['agbs', 'impressum'].flatMap((slug) => [`legal/${slug}.de.md`, `legal/${slug}.en.md`]),
      ),
    );
  } finally {
    await folder.remove();
  }
  expect(await shownAndKept()).toEqual(before);
  const { count } = await shop.db
    .selectFrom('pages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('html', 'like', `%${name}%`)
    .executeTakeFirstOrThrow();
  expect(Number(count), 'pages with the new name').toBe(0);
});

test('the same text with the same version, and an earlier version again, are no faults', async () => {
  await shop.db.deleteFrom('contents').where('key', '=', 'checksum').execute();
  expect(await load(shop.content)).toEqual({ ok: true, value: true });
  expect(await load(withText('agbs', 'Neu.', '2027-01-01'))).toEqual({ ok: true, value: true });
  expect(await load(shop.content)).toEqual({ ok: true, value: true });
  expect((await load(withText('agbs', 'Anders.', '2027-01-01'))).ok).toBe(false);
});

async function review() {
  const email = `leserin-${crypto.randomUUID()}@example.org`;
  const { id } = await storeGuestCart(shop, { [products.book]: 1 });
  await shop.call(endpoints.setShippingAddress, { body: { id, email, ...berlin } });
  const create = () => shop.call(endpoints.createOrder, { body: { email, bundle_cart_unique_id: id } });
  const placed = await placeOrder(shop, { body: { email, bundle_cart_unique_id: id } });
  return { email, press: () => payOrder(shop, placed), create };
}

async function mailedTerms(email: string): Promise<string> {
  const delivered = await deliverMails(shop.context);
  const mail = delivered.find(({ recipient, attachments }) => recipient === email && attachments.length > 0);
  return (await readPdf(mail?.attachments[1]?.content ?? Buffer.alloc(0))).text;
}

test.each(['agbs', 'datenschutz'] as const)(
  'an order whose page linked to older %s is refused once without a charge, then gets the new text by mail',
  async (slug) => {
    const { email, press } = await review();
    await load(withText(slug, 'Ganz neuer Satz.', '2027-02-01'));
    const charged = shop.gateway.ledger().charges.length;
    const refused = await press();
    expect([refused.status, refused.codes]).toEqual([409, ['TERMS_CHANGED']]);
    expect(shop.gateway.ledger().charges).toHaveLength(charged);
    const paid = await press();
    expect(paid.status).toBe(200);
    expect((await mailedTerms(email)).includes('Ganz neuer Satz.')).toBe(slug === 'agbs');
  },
);

test('an order that was reviewed after a new version is accepted at once, and one before it gets its own text by mail', async () => {
  const early = await review();
  expect((await early.press()).status).toBe(200);
  await load(withText('agbs', 'Noch ein neuer Satz.', '2027-03-01'));
  expect(await mailedTerms(early.email)).not.toContain('Noch ein neuer Satz.');
  const late = await review();
  expect((await late.press()).status).toBe(200);
  expect(await mailedTerms(late.email)).toContain('Noch ein neuer Satz.');
  const again = await review();
  await load(shop.content);
  await again.create();
  expect((await again.press()).status, 'reviewed once more').toBe(200);
});
