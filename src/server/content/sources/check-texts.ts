import { locales } from '#core/model/values.ts';
import type { CatalogueSources, TextSources } from './catalogue-sources.ts';
import { renderLegal, renderPost, type TextFault } from './compose-texts.ts';
import type { ReadFile } from './read-files.ts';
import type { Find, ReportFault } from './source-files.ts';

type CheckedTexts = TextSources & Pick<CatalogueSources, 'pictures'>;

/** Checks the pictures, courses and placeholders that texts of pages name, their keys, Markdown and periods. */
export function checkTexts(sources: CheckedTexts, report: ReportFault, find: Find): void {
  const { announcement, popups, campaigns, giveaways, posts, legal, conversations, pictures, shop } = sources;
  for (const list of [sources.advantages, conversations]) checkKeys(list, report);
  for (const one of [announcement, ...popups, ...giveaways]) checkPeriod(one, report);
  const checkPicture = pictureCheck(pictures, report);
  for (const one of [...campaigns, ...posts]) checkPicture(one, ['picture'], one.value.picture);
  checkShop(shop, checkPicture, find);
  checkShopLists(shop, report);
  conversations.value.forEach(({ course }, index) => {
    find(conversations, [index, 'course'], course, 'course');
  });
  for (const post of posts) {
    for (const [index, slug] of post.value.courses.entries()) find(post, ['courses', index], slug, 'course');
    const rendered = renderPost(post.value.text);
    if (!rendered.ok) reportTextFaults(rendered.error, post, ['text'], report);
  }
  for (const page of legal) {
    for (const locale of locales) {
      const rendered = renderLegal(page.value.text[locale], shop.value);
      if (!rendered.ok) reportTextFaults(rendered.error, legalFileAt(page.slug, locale), ['text'], report);
    }
  }
}

/** Checks the pictures of the shop's data, and the course that opens the home page. */
function checkShop(shop: TextSources['shop'], check: ReturnType<typeof pictureCheck>, find: Find): void {
  const { brand, opening, guarantee_notice } = shop.value;
  check(shop, ['brand', 'share_picture'], brand.share_picture);
  for (const [locale, name] of Object.entries(guarantee_notice ?? {}))
    check(shop, ['guarantee_notice', locale], name);
  check(shop, ['opening', 'picture'], opening.picture);
  check(shop, ['opening', 'picture_on_phones'], opening.picture_on_phones);
  find(shop, ['opening', 'course'], opening.course, 'course');
}

/** Checks that the shop's data name each country of delivery and each profile once. */
function checkShopLists(shop: TextSources['shop'], report: ReportFault): void {
  const { delivery_countries, social } = shop.value;
  checkListedOnce(
    shop,
    delivery_countries.map((country, index) => [country, ['delivery_countries', index]]),
    report,
  );
  checkListedOnce(
    shop,
    social.map(({ url }, index) => [url, ['social', index, 'url']]),
    report,
  );
}

function checkKeys(list: ReadFile<readonly { readonly key: string }[]>, report: ReportFault): void {
  checkListedOnce(
    list,
    list.value.map(({ key }, index) => [key, [index, 'key']]),
    report,
  );
}

/** Reports the keys of a list that it has already; `path` is where a key is. */
export function checkListedOnce(
  at: ReadFile<unknown>,
  keys: readonly (readonly [key: string, path: readonly PropertyKey[]])[],
  report: ReportFault,
): void {
  const taken = new Set<string>();
  for (const [key, path] of keys) {
    if (taken.has(key)) report(at, path, `"${key}" is listed twice`, 'name it once', { code: 'taken' });
    taken.add(key);
  }
}

/** Returns a function that reports pictures that do not exist. */
export function pictureCheck(pictures: readonly string[], report: ReportFault) {
  const known = new Set(pictures);
  return (at: ReadFile<unknown>, path: readonly PropertyKey[], name: string): void => {
    if (known.has(name)) return;
    report(at, path, `there is no picture "${name}"`, `draw pictures/${name}.svg or name another picture`);
  };
}

/** Returns the file of a legal page in one language, for fault reports without a line. */
export function legalFileAt(slug: string, locale: string): ReadFile<null> {
  return { file: `legal/${slug}.${locale}.md`, value: null, lineOf: () => null };
}

function checkPeriod(
  at: ReadFile<{ readonly from?: string | undefined; readonly until?: string | undefined }>,
  report: ReportFault,
): void {
  const { from, until } = at.value;
  if (from === undefined || until === undefined || from <= until) return;
  report(at, ['until'], 'ends before it begins', 'put it after from', { code: 'backwards' });
}

function reportTextFaults(
  faults: readonly TextFault[],
  at: ReadFile<unknown>,
  path: readonly PropertyKey[],
  report: ReportFault,
): void {
  for (const fault of faults) {
    if (fault.code === 'markdown')
      report(
        at,
        path,
        fault.words,
        'see src/server/content/markdown.ts for the Markdown that is understood',
        fault,
      );
    else
      report(
        at,
        [`{{${fault.words}}}`],
        'shop.yaml has no text of this name',
        'name a text of shop.yaml, for example {{company.name}}',
        fault,
      );
  }
}
