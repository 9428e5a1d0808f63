import { join } from 'node:path';
import type { z } from 'zod';
import type { Locale } from '#core/model/values.ts';
import { readHeroOutlines } from '#server/content/hero-outlines.ts';
import { recordFolders } from '#server/content/records/record-types.ts';
import type { Named, SourceProduct, TextSources } from './catalogue-sources.ts';
import { legalFileAt } from './check-texts.ts';
import { findTrailers } from './film-folder.ts';
import {
  advantagesFile,
  campaignFile,
  conversationsFile,
  giveawayFile,
  legalHead,
  legalNames,
  newsletterWidgetFile,
  otherAmountsFile,
  popupFile,
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
import { type FaultList, listNames, type ReadFile, readMarkdown, readYaml } from './read-files.ts';
import { readWorksheets } from './read-worksheets.ts';
import {
  bundleFile,
  categoriesFile,
  codesFile,
  couponsFile,
  demoFile,
  greenbarFile,
  masterFile,
  shopFile,
} from './shop-schemas.ts';
import type { Sources } from './source-files.ts';

/** Reads and validates every file. Adds faults to the list; null if one of the single files has any. */
export async function readSources(root: string, faults: FaultList): Promise<Sources | null> {
  const drawings = await listNames(root, 'pictures', '.svg', faults);
  const pictures = [...drawings, ...(await listNames(root, 'pictures', '.webp', faults))];
  const trailers = await findTrailers(join(root, 'clips'));
  const products = await readProducts(root, faults);
  const masters = await readFolder(root, recordFolders.master, masterFile, faults);
  const shop = await readYaml(root, 'shop.yaml', shopFile, faults);
  const categories = await readYaml(root, 'categories.yaml', categoriesFile, faults);
  const coupons = await readYaml(root, 'coupons.yaml', couponsFile, faults);
  const codes = await readYaml(root, 'codes.yaml', codesFile, faults);
  const bundles = await readFolder(root, recordFolders.bundle, bundleFile, faults);
  const announcement = await readYaml(root, 'greenbar.yaml', greenbarFile, faults);
  const popups = await readFolder(root, recordFolders.popup, popupFile, faults);
  const conversations = await readYaml(root, 'conversations.yaml', conversationsFile, faults);
  const advantages = await readYaml(root, 'advantages.yaml', advantagesFile, faults);
  const newsletter_widget = await readYaml(root, 'newsletter-widget.yaml', newsletterWidgetFile, faults);
  const campaigns = await readFolder(root, recordFolders.campaign, campaignFile, faults);
  const giveaways = await readFolder(root, recordFolders.giveaway, giveawayFile, faults);
  const other_amounts = await readYaml(root, 'other-amounts.yaml', otherAmountsFile, faults);
  const demo = await readYaml(root, 'demo.yaml', demoFile, faults);
  const posts = await readPosts(root, faults);
  const legal = await readLegal(root, faults);
  const worksheets = await readWorksheets(root, faults);
  if (!shop || !categories || !coupons || !codes || !announcement || !demo) return null;
  if (!advantages || !newsletter_widget || !conversations || !other_amounts) return null;
  return {
    pictures,
    outlines: await readOutlines(root, drawings),
    trailers,
    products,
    masters,
    shop,
    categories,
    coupons,
    codes,
    bundles,
    announcement,
    popups,
    conversations,
    advantages,
    newsletter_widget,
    campaigns,
    giveaways,
    other_amounts,
    demo,
    posts,
    legal,
    worksheets,
  };
}

/** Reads the outlines of all drawings that have any. */
async function readOutlines(root: string, drawings: readonly string[]): Promise<Sources['outlines']> {
  const all = await Promise.all(
    drawings.map(async (name) => {
      const lines = await readHeroOutlines(join(root, 'pictures', `${name}.svg`));
      return [name, lines] as const;
    }),
  );
  return Object.fromEntries(all.filter(([, lines]) => lines.length > 0));
}

async function readProducts(root: string, faults: FaultList): Promise<SourceProduct[]> {
  const courses = await readFolder(root, recordFolders.course, courseFile, faults);
  const books = await readFolder(root, recordFolders.book, bookFile, faults);
  const gifts = await readFolder(root, recordFolders.gift, giftFile, faults);
  const vouchers = await readFolder(root, recordFolders.voucher, voucherFile, faults);
  const giftBoxes = await readFolder(root, recordFolders.gift_box, giftBoxFile, faults);
  const memberships = await readFolder(root, recordFolders.membership, membershipFile, faults);
  const subscriptions = await readFolder(root, recordFolders.subscription, subscriptionFile, faults);
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

async function readPosts(root: string, faults: FaultList): Promise<TextSources['posts']> {
  const posts: TextSources['posts'][number][] = [];
  for (const name of await listNames(root, recordFolders.post, '.md', faults)) {
    const file = `${recordFolders.post}/${name}.md`;
    if (!isSlug(name, file, faults)) continue;
    const read = await readMarkdown(root, file, postHead, faults);
    if (read === null) continue;
    const { lineOf, value, body } = read;
    posts.push({ file, slug: name, lineOf, value: { ...value, text: body.trim() } });
  }
  return posts;
}

/** Reads legal pages: one file per language. Their versions must be equal, because an order stores only one. */
async function readLegal(root: string, faults: FaultList): Promise<TextSources['legal']> {
  const pages: TextSources['legal'][number][] = [];
  for (const slug of legalNames) {
    const read = async (locale: Locale) =>
      readMarkdown(root, legalFileAt(slug, locale).file, legalHead, faults);
    const de = await read('de');
    const en = await read('en');
    if (de === null || en === null) continue;
    if (de.value.version !== en.value.version) {
      const problem = 'differs from the version of the German text';
      faults.push({ ...placeOf(en, ['version']), problem, cure: 'give both the same version' });
      continue;
    }
    pages.push({
      ...{ file: de.file, slug, lineOf: () => null },
      value: {
        version: de.value.version,
        title: { de: de.value.title, en: en.value.title },
        seo_description: { de: de.value.seo_description, en: en.value.seo_description },
        text: { de: de.body.trim(), en: en.body.trim() },
      },
    });
  }
  return pages;
}

function placeOf({ file, lineOf }: ReadFile<unknown>, path: readonly string[]) {
  return { file, field: path.join('.'), line: lineOf(path) };
}
