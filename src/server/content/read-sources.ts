import { join } from 'node:path';
import type { z } from 'zod';
import { locales } from '#core/model/values.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ContentPost, LegalText } from './content.ts';
import { findTrailers } from './film-folder.ts';
import { renderMarkdown } from './markdown.ts';
import {
  advantagesFile,
  campaignsFile,
  conversationsFile,
  giveawaysFile,
  legalHead,
  legalNames,
  newsletterWidgetFile,
  popupsFile,
  postHead,
} from './marketing-schemas.ts';
import {
  bookFile,
  courseFile,
  giftBoxFile,
  giftFile,
  membershipFile,
  slug,
  subscriptionFile,
  voucherFile,
} from './product-schemas.ts';
import type { FaultList } from './read-files.ts';
import { listNames, readMarkdown, readYaml } from './read-files.ts';
import { readWorksheets } from './read-worksheets.ts';
import {
  bundlesFile,
  categoriesFile,
  codesFile,
  couponsFile,
  demoFile,
  greenbarFile,
  masterFile,
  shopFile,
} from './shop-schemas.ts';
import type { LegalTexts, Named, SourcePost, SourceProduct, Sources } from './source-files.ts';

const wordsPerMinute = 190;

/** Reads and validates every file. Faults are added to the list; null when one of the single files has any. */
export async function readSources(root: string, faults: FaultList): Promise<Sources | null> {
  const pictures = await listNames(root, 'pictures', '.svg', faults);
  const trailers = await findTrailers(join(root, 'clips'));
  const products = await readProducts(root, faults);
  const masters = await readFolder(root, 'masters', masterFile, faults);
  const shop = await readYaml(root, 'shop.yaml', shopFile, faults);
  const categories = await readYaml(root, 'categories.yaml', categoriesFile, faults);
  const coupons = await readYaml(root, 'coupons.yaml', couponsFile, faults);
  const codes = await readYaml(root, 'codes.yaml', codesFile, faults);
  const bundles = await readYaml(root, 'bundles.yaml', bundlesFile, faults);
  const greenbar = await readYaml(root, 'greenbar.yaml', greenbarFile, faults);
  const conversations = await readYaml(root, 'conversations.yaml', conversationsFile, faults);
  const marketing = await readMarketing(root, faults);
  const campaigns = await readYaml(root, 'campaigns.yaml', campaignsFile, faults);
  const demo = await readYaml(root, 'demo.yaml', demoFile, faults);
  const posts = await readPosts(root, faults);
  const legal = await readLegalTexts(root, shop?.value ?? null, faults);
  const worksheets = await readWorksheets(root, faults);
  if (!shop || !categories || !coupons || !codes || !bundles || !greenbar || !demo || !legal) return null;
  if (!marketing || !campaigns || !conversations) return null;
  return {
    pictures,
    trailers,
    products,
    masters,
    shop,
    categories,
    coupons,
    codes,
    bundles,
    greenbar,
    conversations,
    marketing,
    campaigns,
    demo,
    posts,
    legal,
    worksheets,
  };
}

async function readMarketing(root: string, faults: FaultList): Promise<Sources['marketing'] | null> {
  const advantages = await readYaml(root, 'advantages.yaml', advantagesFile, faults);
  const newsletter_widget = await readYaml(root, 'newsletter-widget.yaml', newsletterWidgetFile, faults);
  const popups = await readYaml(root, 'popups.yaml', popupsFile, faults);
  const giveaways = await readYaml(root, 'giveaways.yaml', giveawaysFile, faults);
  if (!advantages || !newsletter_widget || !popups || !giveaways) return null;
  return {
    advantages: advantages.value,
    newsletter_widget: newsletter_widget.value,
    popups: popups.value,
    giveaways: giveaways.value,
  };
}

async function readProducts(root: string, faults: FaultList): Promise<SourceProduct[]> {
  const courses = await readFolder(root, 'courses', courseFile, faults);
  const books = await readFolder(root, 'books', bookFile, faults);
  const gifts = await readFolder(root, 'gifts', giftFile, faults);
  const vouchers = await readFolder(root, 'vouchers', voucherFile, faults);
  const giftBoxes = await readFolder(root, 'gift-boxes', giftBoxFile, faults);
  const memberships = await readFolder(root, 'memberships', membershipFile, faults);
  const subscriptions = await readFolder(root, 'subscriptions', subscriptionFile, faults);
  return [
    ...courses.map((one) => ({ ...one, kind: 'course' as const })),
    ...books.map((one) => ({ ...one, kind: 'book' as const })),
    ...gifts.map((one) => ({ ...one, kind: 'gift' as const })),
    ...vouchers.map((one) => ({ ...one, kind: 'voucher' as const })),
    ...giftBoxes.map((one) => ({ ...one, kind: 'gift_box' as const })),
    ...memberships.map((one) => ({ ...one, kind: 'membership' as const })),
    ...subscriptions.map((one) => ({ ...one, kind: 'subscription' as const })),
  ];
}

/** Reads all YAML files of a folder; file names are slugs. */
async function readFolder<Schema extends z.ZodType>(
  root: string,
  folder: string,
  schema: Schema,
  faults: FaultList,
): Promise<Named<z.output<Schema>>[]> {
  const found: Named<z.output<Schema>>[] = [];
  for (const name of await listNames(root, folder, '.yaml', faults)) {
    const file = `${folder}/${name}.yaml`;
    if (!isSlug(name, file, faults)) continue;
    const read = await readYaml(root, file, schema, faults);
    if (read !== null) found.push({ ...read, slug: name });
  }
  return found;
}

function isSlug(name: string, file: string, faults: FaultList): boolean {
  if (slug.safeParse(name).success) return true;
  faults.push({
    file,
    field: '',
    line: null,
    problem: 'its name is no slug',
    cure: 'use lower-case letters, digits and single hyphens',
  });
  return false;
}

async function readPosts(root: string, faults: FaultList): Promise<SourcePost[]> {
  const posts: SourcePost[] = [];
  for (const name of await listNames(root, 'blog', '.md', faults)) {
    const file = `blog/${name}.md`;
    if (!isSlug(name, file, faults)) continue;
    const read = await readMarkdown(root, file, postHead, faults);
    const rendered = read === null ? null : renderBody(file, read.body, faults);
    if (read === null || rendered === null) continue;
    const post: ContentPost = {
      ...read.value,
      slug: name,
      reading_minutes: Math.max(1, Math.round(rendered.words / wordsPerMinute)),
      html: rendered.html,
    };
    posts.push({ file, value: post, lineOf: read.lineOf });
  }
  return posts;
}

async function readLegalTexts(
  root: string,
  shop: z.output<typeof shopFile> | null,
  faults: FaultList,
): Promise<LegalTexts | null> {
  const texts: Record<string, Record<string, LegalText>> = {};
  let isComplete = shop !== null;
  for (const name of legalNames) {
    const inLocales: Record<string, LegalText> = {};
    texts[name] = inLocales;
    for (const locale of locales) {
      const text = await readLegalText(root, `legal/${name}.${locale}.md`, shop, faults);
      if (text === null) isComplete = false;
      else inLocales[locale] = text;
    }
  }
  return isComplete ? (texts as LegalTexts) : null;
}

async function readLegalText(
  root: string,
  file: string,
  shop: z.output<typeof shopFile> | null,
  faults: FaultList,
): Promise<LegalText | null> {
  const read = await readMarkdown(root, file, legalHead, faults);
  if (read === null || shop === null) return null;
  const filled = fillPlaceholders(read.body, shop);
  if (!filled.ok) {
    for (const placeholder of filled.error) {
      faults.push({
        file,
        field: `{{${placeholder}}}`,
        line: null,
        problem: 'shop.yaml has no text of this name',
        cure: 'name a text of shop.yaml, for example {{company.name}}',
      });
    }
    return null;
  }
  const rendered = renderBody(file, filled.value, faults);
  return rendered === null ? null : { ...read.value, html: rendered.html, plain: rendered.plain };
}

function renderBody(file: string, body: string, faults: FaultList) {
  const rendered = renderMarkdown(body);
  if (rendered.ok) return rendered.value;
  faults.push({
    file,
    field: 'text',
    line: null,
    problem: rendered.error,
    cure: 'see src/server/content/markdown.ts for the Markdown that is understood',
  });
  return null;
}

/**
 * Replaces placeholders such as `{{company.name}}` by values of `shop.yaml`; lists are joined with commas. The error
 * names all unknown placeholders.
 */
function fillPlaceholders(source: string, settings: object): Result<string, readonly string[]> {
  const unknown: string[] = [];
  const filled = source.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_whole, path: string) => {
    const text = textAt(settings, path.split('.'));
    if (text === null) unknown.push(path);
    return text ?? '';
  });
  return unknown.length === 0 ? ok(filled) : err(unknown);
}

function textAt(settings: unknown, path: readonly string[]): string | null {
  let found: unknown = settings;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return null;
    found = (found as Record<string, unknown>)[key];
  }
  if (typeof found === 'string') return found;
  return Array.isArray(found) && found.every((one) => typeof one === 'string') ? found.join(', ') : null;
}
