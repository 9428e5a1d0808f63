import { type Localized, locales } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { type RenderedDocument, renderMarkdown } from '#server/content/markdown.ts';
import type { CatalogueSources, RecordSources, TextSources } from './catalogue-sources.ts';
import { productIds } from './compose-products.ts';
import type {
  ContentCampaign,
  ContentPopup,
  ContentPost,
  LegalName,
  LegalText,
  Marketing,
} from './content-shapes.ts';
import type { Sources } from './source-files.ts';

const wordsPerMinute = 190;

/** A fault of a text. */
export type TextFault =
  | { readonly code: 'markdown'; readonly words: string }
  | { readonly code: 'placeholder'; readonly words: string };

/** Renders the text of a post, or returns its faults. */
export function renderPost(text: string): Result<RenderedDocument, readonly TextFault[]> {
  const rendered = renderMarkdown(text);
  return rendered.ok ? rendered : err([{ code: 'markdown', words: rendered.error }]);
}

/** Renders the text of a legal page with placeholders filled from `shop.yaml`, or returns its faults. */
export function renderLegal(text: string, shop: object): Result<RenderedDocument, readonly TextFault[]> {
  const filled = fillPlaceholders(text, shop);
  if (!filled.ok) return err(filled.error.map((words) => ({ code: 'placeholder', words })));
  return renderPost(filled.value);
}

/** Returns popups in order of precedence: the one that began last first. */
function composePopups({ popups }: Pick<TextSources, 'popups'>): ContentPopup[] {
  return popups
    .map(({ slug, value }) => ({ key: slug, ...value, link: value.link ?? null }))
    .sort((one, other) => other.from.localeCompare(one.from) || one.key.localeCompare(other.key));
}

/** Returns the coupons of the files as campaigns need them. */
export function namedCoupons({ coupons }: Pick<Sources, 'coupons'>): RecordSources['coupons'] {
  return coupons.value.map(({ codes, title, campaign = null, first_purchase_only, is_public }) => ({
    ...{ codes, title, campaign, first_purchase_only, is_public },
  }));
}

/** Returns campaigns by position, with product ids and the facts of their coupon. References must be checked before. */
function composeCampaigns({
  campaigns,
  coupons,
  products,
}: Pick<RecordSources, 'campaigns' | 'coupons' | 'products'>): ContentCampaign[] {
  const idOf = productIds(products);
  return campaigns
    .toSorted((one, other) => one.value.position - other.value.position || one.slug.localeCompare(other.slug))
    .map(({ slug, value: { position, products: slugs, coupon: code, giveaway, ...page } }) => {
      const coupon = coupons.find(({ codes }) => code !== undefined && codes.includes(code));
      return {
        ...page,
        slug,
        product_ids: slugs.map(idOf),
        coupon:
          code === undefined || coupon === undefined
            ? null
            : {
                code,
                campaign: coupon.campaign,
                title: coupon.title ?? { de: `Mit dem Code ${code}`, en: `With the code ${code}` },
                is_first_purchase_only: coupon.first_purchase_only,
              },
        giveaway: giveaway ?? null,
      };
    });
}

/** Returns giveaways; the one that ends last comes first. */
function composeGiveaways({ giveaways }: Pick<TextSources, 'giveaways'>): Marketing['giveaways'] {
  return giveaways
    .map(({ slug, value }) => ({ key: slug, ...value }))
    .sort((one, other) => other.until.localeCompare(one.until) || one.key.localeCompare(other.key));
}

/** Returns the marketing content of all records. References must be checked before. */
export function composeMarketing(sources: RecordSources): Marketing {
  return {
    advantages: sources.advantages.value,
    conversations: sources.conversations.value,
    newsletter_widget: sources.newsletter_widget.value,
    popups: composePopups(sources),
    campaigns: composeCampaigns(sources),
    giveaways: composeGiveaways(sources),
  };
}

/** Returns the outlines of the drawing that opens the home page; none for other pictures. */
export function openingLines({
  shop,
  outlines,
}: Pick<RecordSources, 'shop' | 'outlines'>): readonly string[] {
  return outlines[shop.value.opening.picture] ?? [];
}

/** Renders posts, newest first. Texts and references must be checked before. */
export function composePosts({
  posts,
  products,
}: Pick<TextSources & CatalogueSources, 'posts' | 'products'>): ContentPost[] {
  const idOf = productIds(products);
  return posts
    .map(({ slug, value: { text, courses, ...head } }) => {
      const { html, words } = checked(renderPost(text));
      const reading_minutes = Math.max(1, Math.round(words / wordsPerMinute));
      return { ...head, slug, courses: courses.map(idOf), reading_minutes, html };
    })
    .sort((one, other) => other.published_on.localeCompare(one.published_on));
}

/** Renders legal pages in both languages. Texts must be checked before. */
export function composeLegal({
  legal,
  shop,
}: Pick<TextSources, 'legal' | 'shop'>): Readonly<Record<LegalName, Localized<LegalText>>> {
  const pages = legal.map(({ slug, value: { version, title, seo_description, text } }) => {
    const inLocales = locales.map((locale) => {
      const { html, plain } = checked(renderLegal(text[locale], shop.value));
      return [
        locale,
        { title: title[locale], version, seo_description: seo_description[locale], html, plain },
      ] as const;
    });
    return [slug, Object.fromEntries(inLocales)] as const;
  });
  return Object.fromEntries(pages) as Record<LegalName, Localized<LegalText>>;
}

function checked<Value>(rendered: Result<Value, readonly TextFault[]>): Value {
  if (rendered.ok) return rendered.value;
  throw new Error(`A text was not checked: ${rendered.error.map(({ words }) => words).join(', ')}`);
}

/**
 * Replaces placeholders such as `{{company.name}}` by values of `shop.yaml`; lists are joined with commas. The error
 * names all unknown placeholders.
 */
function fillPlaceholders(source: string, settings: object): Result<string, readonly string[]> {
  const unknown: string[] = [];
  const filled = source.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_whole, path: string) => {
    const text = settingAt(settings, path);
    if (text === null) unknown.push(path);
    return text ?? '';
  });
  return unknown.length === 0 ? ok(filled) : err(unknown);
}

/** Returns what fills a placeholder such as `company.name`; null if there is no such text. */
export function settingAt(settings: object, path: string): string | null {
  let found: unknown = settings;
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return null;
    found = (found as Record<string, unknown>)[key];
  }
  if (typeof found === 'string') return found;
  return Array.isArray(found) && found.every((one) => typeof one === 'string') ? found.join(', ') : null;
}
