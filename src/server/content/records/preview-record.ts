import { sql, type Transaction } from 'kysely';
import type { ProductKind } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import { changedFilms, filmOf, filmsOf } from '#core/rules/catalogue/record-films.ts';
import { readMarketing } from '#server/content/contents.ts';
import { storeMarketing } from '#server/content/loading/load-texts.ts';
import { inLocale } from '#server/content/sources/localized.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import type { RenderedPage, ServerContext } from '#server/platform/server-context.ts';
import { beginChange, checkValue, showValue } from './change-record.ts';
import { posterOfDraft } from './draft-film.ts';
import type { RecordValue, StoredRecord } from './merge-records.ts';
import type { RecordKey } from './record-types.ts';
import { isRecordHidden } from './stored-records.ts';

/**
 * Renders the page of a record as if its draft were published now. The draft is published in a transaction that is
 * rolled back once the page has read its data, so that nobody waits for the rendering
 * (docs/behaviour/content.md#preview). `NOT_POSSIBLE`: the draft has faults. `NOT_FOUND`: no page shows it in this
 * language, for example a giveaway without a campaign.
 */
export async function previewRecord(
  context: ServerContext,
  key: RecordKey,
  locale: Locale,
): Promise<Result<RenderedPage, DomainFailure>> {
  const { db, renderPage } = context;
  if (renderPage === undefined) return err(domainFailure('NOT_POSSIBLE'));
  const trx = await db.startTransaction().execute();
  const end = async () => {
    if (!trx.isRolledBack) await trx.rollback().execute();
  };
  try {
    const change = await beginChange(trx, context, key);
    const value = change.row?.draft ?? change.row?.published;
    if (value === undefined || value === null) return err(domainFailure('NOT_FOUND'));
    const checked = await checkValue(change, value);
    if (!checked.ok) return err(domainFailure('NOT_POSSIBLE'));
    // Records off sale or outside their days are shown as if they were active.
    const isOwn = (record: RecordKey) => record.type === key.type && record.slug === key.slug;
    const records = change.records.filter((record) => !(isOwn(record) && isRecordHidden(record)));
    const now = context.clock.now();
    const { coupon, giveaway } = checked.value;
    if (key.type === 'campaign') await beginCoupon(trx, coupon ?? null, now);
    await showValue({ ...change, records }, withoutDays(key, checked.value));
    if (key.type === 'campaign') await beginGiveaway(trx, giveaway, now);
    if (key.type === 'giveaway') await beginGiveaway(trx, key.slug, now);
    await trx
      .updateTable('products')
      .set({ is_active: true })
      .where('slug', '=', key.slug)
      .where('kind', '=', key.type)
      .execute();
    const popups = key.type === 'popup' ? (await readMarketing({ db: trx })).popups : [];
    const path = pathOf(key, checked.value, records);
    if (path === null) return err(domainFailure('NOT_FOUND'));
    const page = await renderPage(trx, `/${locale}${path}`, end);
    if (page.status !== 200) return err(domainFailure('NOT_FOUND'));
    const popup = popups.find((one) => one.key === key.slug);
    const shown = popup === undefined ? page : withPopup(page, inLocale(popup, locale));
    return ok(
      key.type === 'course'
        ? withNewFilms(context, shown, change.row?.published ?? null, checked.value)
        : shown,
    );
  } finally {
    await end();
  }
}

/** Makes the coupon of an offer valid now if it is not valid yet. */
async function beginCoupon(trx: Transaction<Database>, code: unknown, now: number): Promise<void> {
  await sql`update promotions set valid_from = null from coupon_codes
    where promotion_id = promotions.id and code = ${code} and valid_from > ${new Date(now)}`.execute(trx);
}

/** Makes a future giveaway begin today. */
async function beginGiveaway(trx: Transaction<Database>, key: unknown, now: number): Promise<void> {
  const today = calendarDay(now);
  const { giveaways } = await readMarketing({ db: trx });
  await storeMarketing(trx, {
    giveaways: giveaways.map((one) => (one.key === key && one.from > today ? { ...one, from: today } : one)),
  });
}

function withoutDays({ type }: RecordKey, value: RecordValue): RecordValue {
  if (type === 'newsletter_widget') return { ...value, is_active: true };
  if (type !== 'announcement') return value;
  const { from, until, ...announcement } = value;
  return { ...announcement, is_active: true };
}

/** Returns the path of the page that shows a record; null if there is none. */
function pathOf(
  { type, slug }: RecordKey,
  value: RecordValue,
  records: readonly StoredRecord[],
): string | null {
  switch (type) {
    case 'categories':
      return '/kurse';
    case 'master':
      return `/experten/${slug}`;
    case 'announcement':
    case 'advantages':
    case 'newsletter_widget':
    case 'shop':
      return '';
    case 'conversations':
      return '/tv';
    case 'popup':
      return String((value.paths as readonly string[])[0]).replace(/\/\*?$/, '');
    case 'bundle': {
      // A course page shows the bundle offers that contain it.
      const parts = records.filter((record) => (value.products as readonly string[]).includes(record.slug));
      const course = parts.find((record) => record.type === 'course');
      return course === undefined ? null : productPath({ kind: 'course', slug: course.slug });
    }
    case 'campaign':
      return `/${String(value.place)}/${slug}`;
    case 'giveaway': {
      const page = records.find(
        (record) =>
          record.type === 'campaign' && record.published?.giveaway === slug && !isRecordHidden(record),
      );
      return page === undefined || page.published === null ? null : pathOf(page, page.published, records);
    }
    case 'post':
      return `/blog/${slug}`;
    case 'legal':
      return `/${slug}`;
    default:
      return productPath({ kind: type satisfies ProductKind, slug });
  }
}

/** Adds the poster of each new film, linked to the film's back office page: previews have no scripts, so no player. */
function withNewFilms(
  context: Pick<ServerContext, 'clock' | 'settings'>,
  page: RenderedPage,
  published: RecordValue | null,
  value: RecordValue,
): RenderedPage {
  const films = filmsOf(value);
  const figures = changedFilms(filmsOf(published), films).flatMap((name) => {
    const id = films[name];
    // A file beside a film has no picture.
    if (id === undefined || filmOf(name) !== name) return [];
    const filmPage = escapeHtml(`${context.settings.backOffice.path}/films/${name}`);
    const picture = `<img src="${escapeHtml(posterOfDraft(context, id))}" alt="" style="width:100%">`;
    return [`<figure><a href="${filmPage}" target="_blank">${picture}${escapeHtml(name)}</a></figure>`];
  });
  if (figures.length === 0) return page;
  return withWindow(page, `style="${windowStyle};max-height:80vh;overflow:auto"`, figures.join(''));
}

/** Adds the popup, which a script shows to visitors; previews have no scripts. */
function withPopup(
  page: RenderedPage,
  {
    title,
    text,
    link,
  }: { readonly title: string; readonly text: string; readonly link: { readonly label: string } | null },
): RenderedPage {
  const label = link === null ? '' : `<p><strong>${escapeHtml(link.label)}</strong></p>`;
  // The text was sanitised when it was stored.
  const heading = `<h2 style="${titleStyle}">${escapeHtml(title)}</h2>`;
  const attributes = `aria-label="${escapeHtml(title)}" style="${windowStyle}"`;
  return withWindow(page, attributes, `${heading}<p>${text}</p>${label}`);
}

/** Adds an overlay to the page. `attributes` and `content` are HTML. */
function withWindow(page: RenderedPage, attributes: string, content: string): RenderedPage {
  const window = `<aside data-theme="paper" ${attributes}>${content}</aside>`;
  return { ...page, html: page.html.replace('</body>', () => `${window}</body>`) };
}

/**
 * Same style as `src/ui/layout/popup/popup-window.module.css`, but above the consent banner, which the preview also
 * shows.
 */
const windowStyle =
  'position:fixed;left:var(--gutter);bottom:var(--s5);z-index:var(--z-modal);width:min(25rem,100% - 2 * var(--gutter));padding:var(--s2) var(--s4);border:var(--hair) solid var(--line);border-top:var(--rule) solid var(--gold);border-radius:var(--radius-m);box-shadow:var(--shadow-overlay);font-size:var(--step-n1);line-height:var(--leading-meta)';
const titleStyle = 'font-size:var(--step-0)';
