import type { Locale } from '#core/rules/locale.ts';
import { calendarDay } from '#core/rules/validity.ts';
import type { Marketing } from '#host/content/content.ts';
import { inLocale } from '#host/content/localized.ts';
import type { HostContext } from '#host/host-context.ts';

/** What wins people over, as the content files say; empty while none have been loaded. */
async function readStored({ db }: Pick<HostContext, 'db'>): Promise<Marketing> {
  const row = await db
    .selectFrom('contents')
    .select('value')
    .where('key', '=', 'marketing')
    .executeTakeFirst();
  if (row !== undefined) return row.value as Marketing;
  const none = { de: '', en: '' };
  const newsletter_widget = { is_active: false, title: none, text: none, button: none, consent: none };
  return { advantages: [], newsletter_widget, popups: [], giveaways: [] };
}

/** What speaks for the shop, in one language. */
export async function readAdvantages(context: Pick<HostContext, 'db'>, locale: Locale) {
  return inLocale((await readStored(context)).advantages, locale).map((advantage) => ({ ...advantage }));
}

/** The box that offers the newsletter, in one language. */
export async function readNewsletterWidget(context: Pick<HostContext, 'db'>, locale: Locale) {
  return inLocale((await readStored(context)).newsletter_widget, locale);
}

/** The popup of a page on this day, or null. `path` may carry the locale. */
export async function readPopup(context: Pick<HostContext, 'db' | 'clock'>, path: string, locale: Locale) {
  const today = calendarDay(context.clock.now());
  const route = path.replace(/^\/(?:de|en)(?=\/|$)/, '').replace(/\/+$/, '');
  const { popups } = await readStored(context);
  const popup = popups.find(
    ({ from, until, paths }) =>
      from <= today && today <= until && paths.some((pattern) => fits(pattern, route === '' ? '/' : route)),
  );
  if (popup === undefined) return null;
  const { key, title, text, link } = inLocale(popup, locale);
  return { key, title, text, link };
}

function fits(pattern: string, route: string): boolean {
  return pattern.endsWith('/*') ? route.startsWith(pattern.slice(0, -1)) : route === pattern;
}

/** Whether a giveaway runs on this day: null when nobody knows it. */
export async function findGiveaway(
  context: Pick<HostContext, 'db' | 'clock'>,
  key: string,
): Promise<'running' | 'over' | 'not_yet' | null> {
  const today = calendarDay(context.clock.now());
  const giveaway = (await readStored(context)).giveaways.find((one) => one.key === key);
  if (giveaway === undefined) return null;
  if (today < giveaway.from) return 'not_yet';
  return today <= giveaway.until ? 'running' : 'over';
}
