import { sql, type Transaction } from 'kysely';
import sanitizeHtml from 'sanitize-html';
import { type Locale, type Localized, locales } from '#core/model/values.ts';
import type { StoredShopFacts } from '#server/content/contents.ts';
import type { Content, ContentPost } from '#server/content/sources/content-shapes.ts';
import { inLocale } from '#server/content/sources/localized.ts';
import type { ContentFault } from '#server/content/sources/read-files.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { Brand } from '#server/platform/outbox/mail-layout.ts';

/**
 * Finds legal texts that changed without a new version: orders name the version that they accepted
 * (docs/behaviour/consumer-rights.md#versions-of-legal-pages). Filled placeholders are part of the text.
 */
export async function findChangedVersions(
  trx: Transaction<Database>,
  legal: Content['legal'],
): Promise<readonly ContentFault[]> {
  const loaded = await trx
    .selectFrom('page_versions')
    .select(['slug', 'locale', 'version', 'title', 'plain'])
    .execute();
  return Object.entries(legal).flatMap(([slug, texts]) =>
    locales.flatMap((locale): readonly ContentFault[] => {
      const { version, title, plain } = texts[locale];
      const known = loaded.find(
        (one) => one.slug === slug && one.locale === locale && one.version === version,
      );
      if (known === undefined || (known.title === title && known.plain === plain)) return [];
      return [
        {
          file: `legal/${slug}.${locale}.md`,
          field: 'version',
          line: null,
          problem: `has another text than version ${version}, which is loaded already; what its placeholders take from shop.yaml counts as text`,
          cure: 'set version in both languages to the day on which the new text begins, or restore the text',
        },
      ];
    }),
  );
}

/** Replaces the legal pages. Every published version is kept, because orders refer to the versions they accepted. */
export async function loadPages(
  trx: Transaction<Database>,
  { legal, shop }: Pick<Content, 'legal' | 'shop'>,
  now: Date,
): Promise<void> {
  const { name, company } = toBrand(shop);
  const rows = Object.entries(legal).flatMap(([slug, texts]) =>
    locales.map((locale) => ({
      slug,
      locale,
      title: texts[locale].title,
      description: texts[locale].seo_description,
      html: cleanDocument(texts[locale].html),
      plain: texts[locale].plain,
      version: texts[locale].version,
    })),
  );
  await trx.deleteFrom('pages').execute();
  if (rows.length === 0) return;
  await trx.insertInto('pages').values(rows).execute();
  await trx
    .insertInto('page_versions')
    .values(
      rows.map(({ slug, locale, version, title, html, plain }) => ({
        slug,
        locale,
        version,
        title,
        html,
        plain,
        first_loaded_at: now,
        issuer: JSON.stringify({ name, company }),
      })),
    )
    .onConflict((conflict) => conflict.columns(['slug', 'locale', 'version']).doNothing())
    .execute();
}

/** A question of the help page: its anchor, title and answer. */
const question = /<h3 id="([^"]+)">(.*?)<\/h3>(.*?)(?=<h[23]|$)/gs;

/** Replaces the search entries of legal pages: one per page, and one per question of the help page. */
export async function loadHelpTopics(trx: Transaction<Database>, legal: Content['legal']): Promise<void> {
  await trx.deleteFrom('help_topics').execute();
  const topics = Object.entries(legal).flatMap(([page, texts]) =>
    locales.flatMap((locale) => {
      const { title, seo_description, plain, html } = texts[locale];
      const whole = { locale, slug: page, title, teaser: seo_description, text: plain };
      if (page !== 'faqs') return [whole];
      const questions = [...html.matchAll(question)].map(([, anchor = '', asked = '', answer = '']) => ({
        locale,
        slug: `${page}#${anchor}`,
        title: withoutTags(asked),
        teaser: shortened(withoutTags(answer)),
        text: withoutTags(answer),
      }));
      return [{ ...whole, text: seo_description }, ...questions];
    }),
  );
  await trx
    .insertInto('help_topics')
    .values(
      topics.map(({ text, ...topic }) => {
        const language = sql.lit(topic.locale === 'de' ? 'german' : 'english');
        const part = (words: string, weight: 'A' | 'D') =>
          sql`setweight(to_tsvector(${language}, unaccent(${words})), ${sql.lit(weight)})`;
        return {
          ...topic,
          search: sql<string>`${part(topic.title, 'A')} || ${part(text, 'D')}`,
          search_words: sql<string>`lower(unaccent(${topic.title}))`,
        };
      }),
    )
    .execute();
}

function withoutTags(html: string): string {
  const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  return sanitizeHtml(text, { allowedTags: [], parser: { decodeEntities: true } })
    .replaceAll('&amp;', '&')
    .trim();
}

/** Shortens an answer to at most 140 characters, at a word boundary. */
function shortened(text: string): string {
  return text.length <= 140 ? text : `${text.slice(0, 140).replace(/\s+\S*$/, '')} …`;
}

/** Stores the announcement bar, marketing content, shop facts and the groups of disciplines. */
export async function loadShopFacts(
  trx: Transaction<Database>,
  { greenbar, marketing, shop, categories, opening_lines }: Content,
): Promise<void> {
  await storeAnnouncement(trx, greenbar);
  await storeContentValue(trx, 'marketing', cleanMarketing(marketing));
  await storeShop(trx, shop, opening_lines);
  await storeGroups(trx, categories);
}

/** Stores the shop's data for pages, mails, invoices and VAT. `lines` are the outlines of the opening's drawing. */
export async function storeShop(
  trx: Transaction<Database>,
  shop: Content['shop'],
  lines: readonly string[],
): Promise<void> {
  await storeContentValue(trx, 'shop', {
    de: shopFacts(shop, lines, 'de'),
    en: shopFacts(shop, lines, 'en'),
  });
  await storeContentValue(trx, 'brand', toBrand(shop));
  await storeContentValue(trx, 'vat', { oss_from: shop.vat.oss_from });
}

/** Stores the announcement bar, its text sanitised. */
export async function storeAnnouncement(
  trx: Transaction<Database>,
  { text, ...announcement }: Content['greenbar'],
): Promise<void> {
  await storeContentValue(trx, 'greenbar', { ...announcement, text: cleanLines(text) });
}

/** Stores a part of the marketing content, its HTML already sanitised. */
export async function storeMarketing(
  trx: Transaction<Database>,
  part: Partial<Content['marketing']>,
): Promise<void> {
  await trx
    .updateTable('contents')
    .set({ value: sql`value || ${JSON.stringify(part)}::jsonb` })
    .where('key', '=', 'marketing')
    .execute();
}

/**
 * Marks the coupons of these campaigns as public, so that their prices count as prices of the shop. A coupon of a
 * campaign that was changed manually stays public while the campaign is out of the shop. For campaigns from files,
 * `is_public` of the coupon's file decides.
 */
export async function markCouponsPublic(
  trx: Transaction<Database>,
  campaigns: Content['marketing']['campaigns'],
): Promise<void> {
  const codes = campaigns.flatMap(({ coupon }) => (coupon === null ? [] : [coupon.code]));
  await sql`update promotions set is_public = true from coupon_codes
    where promotion_id = promotions.id and not is_public and (
      code = any(${codes}::text[]) or code in (
        select published ->> 'coupon' from catalogue_records
        where type = 'campaign' and published is distinct from loaded
      )
    )`.execute(trx);
}

/** Stores the groups of disciplines. */
export async function storeGroups(
  trx: Transaction<Database>,
  { groups }: Content['categories'],
): Promise<void> {
  await storeContentValue(
    trx,
    'groups',
    groups.map(({ identifier, title, disciplines }) => ({ identifier, title, disciplines })),
  );
}

/** Returns the marketing content with its HTML sanitised. */
export function cleanMarketing({
  newsletter_widget,
  popups,
  ...others
}: Content['marketing']): Content['marketing'] {
  return {
    ...others,
    newsletter_widget: { ...newsletter_widget, text: cleanLines(newsletter_widget.text) },
    popups: popups.map((popup) => ({ ...popup, text: cleanLines(popup.text) })),
  };
}

function shopFacts(shop: Content['shop'], lines: readonly string[], locale: Locale): StoredShopFacts {
  const { brand, company, social, support, delivery_countries, delivery_time, delivery_times, opening, seo } =
    inLocale(shop, locale);
  return {
    name: brand.name,
    claim: brand.claim,
    company: company.name,
    delivery_countries,
    social,
    support_hours: support.hours,
    delivery_time,
    delivery_times,
    delivery_days: shop.delivery_days,
    opening: { ...opening, lines },
    seo,
    share_picture: brand.share_picture,
    guarantee_notice: shop.guarantee_notice?.[locale] ?? null,
  };
}

/** Returns the shop's details for mails and invoices. */
function toBrand({
  brand,
  company,
  mail,
  support,
}: Content['shop']): Omit<Brand, 'delivery_time' | 'delivery_times' | 'delivery_days'> {
  return {
    name: brand.name,
    company: [
      company.name,
      `${company.street}, ${company.postal_code} ${company.city}, ${company.country}`,
      `${company.phone}, ${company.email}`,
      `${company.register_court}, ${company.register_number}`,
      company.managing_directors.join(', '),
    ],
    vat_id: company.vat_id,
    sender: `${mail.from_name} <${mail.from_email}>`,
    support: support.email,
  };
}

/** Stores a value by its name in the table of contents. */
export async function storeContentValue(
  trx: Transaction<Database>,
  key: string,
  value: unknown,
): Promise<void> {
  await trx
    .insertInto('contents')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: sql`excluded.value` }))
    .execute();
}

/** Replaces the blog posts; no other rows refer to them. */
export async function loadPosts(trx: Transaction<Database>, posts: readonly ContentPost[]): Promise<void> {
  await trx.deleteFrom('posts').execute();
  await storePosts(trx, posts, []);
}

/** Stores posts, and removes others. Search weights: title, then lead and keywords, then text. */
export async function storePosts(
  trx: Transaction<Database>,
  posts: readonly ContentPost[],
  gone: readonly Pick<ContentPost, 'slug'>[],
): Promise<void> {
  const slugs = [...posts, ...gone].map(({ slug }) => slug);
  if (slugs.length > 0) await trx.deleteFrom('posts').where('slug', 'in', slugs).execute();
  if (posts.length === 0) return;
  await trx
    .insertInto('posts')
    .values(
      posts.map((post) => {
        const html = cleanDocument(post.html);
        const text = html.replaceAll(/<[^>]+>/g, ' ');
        return {
          slug: post.slug,
          published_on: post.published_on,
          title: post.title,
          teaser: post.lead,
          html,
          topic: post.topic,
          picture: post.picture,
          picture_alt: post.picture_alt,
          reading_minutes: post.reading_minutes,
          keywords: [...post.seo.keywords],
          product_ids: [...post.courses],
          seo_title: post.seo.title,
          seo_description: post.seo.description,
          search: sql<string>`${weighted(post.title, 'A')} || ${weighted([post.lead, ...post.seo.keywords].join(' '), 'B')} || ${weighted(text, 'D')}`,
          search_words: sql<string>`lower(unaccent(${`${post.title} ${post.topic}`}))`,
        };
      }),
    )
    .execute();
}

function weighted(words: string, weight: 'A' | 'B' | 'D') {
  return sql`setweight(to_tsvector('german', unaccent(${words})), ${sql.lit(weight)})`;
}

const linkSchemes = ['http', 'https', 'mailto'];

function cleanLines({ de, en }: Localized<string>): Localized<string> {
  return { de: cleanLine(de), en: cleanLine(en) };
}

/** Sanitises one line of HTML before it is stored. */
function cleanLine(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['a', 'b', 'strong', 'em', 'i', 'br', 'span'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: linkSchemes,
    allowProtocolRelative: false,
  });
}

/** Sanitises a whole page, with headings, lists and quotes. */
function cleanDocument(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['h2', 'h3', 'p', 'br', 'ul', 'ol', 'li', 'blockquote', 'aside', 'strong', 'em', 'a'],
    allowedAttributes: { a: ['href'], h2: ['id'], h3: ['id'] },
    allowedSchemes: linkSchemes,
    allowProtocolRelative: false,
  });
}
