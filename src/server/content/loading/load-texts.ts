import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import sanitizeHtml from 'sanitize-html';
import type { Locale, Localized } from '#core/model/values.ts';
import { locales } from '#core/model/values.ts';
import type { Content, ContentPost } from '#server/content/content.ts';
import { inLocale } from '#server/content/localized.ts';
import type { Database } from '#server/database/schema.ts';
import type { Brand } from '#server/mail/mail-layout.ts';
import type { StoredShopFacts } from '#server/marketing/contents.ts';

/** Replaces the legal pages. Every published version is kept, because orders refer to the versions they accepted. */
export async function loadPages(
  trx: Transaction<Database>,
  legal: Content['legal'],
  now: Date,
): Promise<void> {
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
      })),
    )
    .onConflict((conflict) => conflict.columns(['slug', 'locale', 'version']).doNothing())
    .execute();
}

/** Stores the announcement bar, marketing content, shop facts and the groups of disciplines. */
export async function loadShopFacts(
  trx: Transaction<Database>,
  { greenbar, marketing, shop, categories }: Content,
): Promise<void> {
  await put(trx, 'greenbar', {
    is_active: greenbar.is_active,
    text: { de: cleanLine(greenbar.text.de), en: cleanLine(greenbar.text.en) },
    url: greenbar.url,
  });
  await put(trx, 'marketing', cleanMarketing(marketing));
  await put(trx, 'shop', { de: shopFacts(shop, 'de'), en: shopFacts(shop, 'en') });
  await put(trx, 'brand', toBrand(shop));
  await put(trx, 'vat', { oss_from: shop.vat.oss_from });
  await put(
    trx,
    'groups',
    categories.groups.map(({ identifier, title, disciplines }) => ({ identifier, title, disciplines })),
  );
}

function cleanMarketing({
  newsletter_widget,
  popups,
  ...others
}: Content['marketing']): Content['marketing'] {
  const clean = (text: Localized<string>) => ({
    de: cleanLine(text.de),
    en: cleanLine(text.en),
  });
  return {
    ...others,
    newsletter_widget: { ...newsletter_widget, text: clean(newsletter_widget.text) },
    popups: popups.map((popup) => ({ ...popup, text: clean(popup.text) })),
  };
}

function shopFacts(shop: Content['shop'], locale: Locale): StoredShopFacts {
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
    opening,
    seo,
    share_picture: brand.share_picture,
    guarantee_notice: shop.guarantee_notice?.[locale] ?? null,
  };
}

/** The shop's details for mails and invoices. */
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

async function put(trx: Transaction<Database>, key: string, value: unknown): Promise<void> {
  await trx
    .insertInto('contents')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: sql`excluded.value` }))
    .execute();
}

/** Replaces the blog posts; no other rows refer to them. Search weights: title, then lead and keywords, then text. */
export async function loadPosts(trx: Transaction<Database>, posts: readonly ContentPost[]): Promise<void> {
  await trx.deleteFrom('posts').execute();
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
