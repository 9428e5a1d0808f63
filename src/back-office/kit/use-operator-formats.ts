import { useTranslation } from 'react-i18next';
import { type Cents, type Locale, regions } from '#core/model/values.ts';
import { formatPrice } from '#core/rules/basics/money.ts';

const timeZone = 'Europe/Berlin';

/** Formatters of the back office: money always with cents, times in the shop's time zone. */
export interface Formats {
  readonly locale: Locale;
  readonly money: (amount: Cents) => string;
  /** `2.000` */
  readonly number: (value: number) => string;
  /** `21.11.2026` */
  readonly day: (instant: string) => string;
  /** `21.11.2026, 11:00` */
  readonly moment: (instant: string) => string;
  /** `21. Nov., 11:00`, or `21.11.2025` for another year than the current one; for lists. */
  readonly shortMoment: (instant: string) => string;
  /** `vor 3 Stunden`, in days from two days on. */
  readonly ago: (instant: string) => string;
}

export function useFormats(): Formats {
  const { i18n } = useTranslation('backOffice');
  return formatsOf(i18n.language as Locale);
}

const made = new Map<Locale, Formats>();

/** Creating formatters takes milliseconds, so they are cached by language. */
function formatsOf(locale: Locale): Formats {
  const known = made.get(locale);
  if (known !== undefined) return known;
  const region = regions[locale];
  const day = new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeZone });
  const moment = new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const short = new Intl.DateTimeFormat(region, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  const relative = new Intl.RelativeTimeFormat(region, { numeric: 'always' });
  const thisYear = new Date().getFullYear();
  const formats: Formats = {
    locale,
    money: (amount) => formatPrice(amount, locale),
    number: (value) => value.toLocaleString(region),
    day: (instant) => day.format(new Date(instant)),
    moment: (instant) => moment.format(new Date(instant)),
    shortMoment: (instant) => {
      const date = new Date(instant);
      return date.getFullYear() === thisYear ? short.format(date) : day.format(date);
    },
    ago: (instant) => {
      const hours = Math.max(0, Math.floor((Date.now() - Date.parse(instant)) / 3_600_000));
      return hours < 48 ? relative.format(-hours, 'hour') : relative.format(-Math.floor(hours / 24), 'day');
    },
  };
  made.set(locale, formats);
  return formats;
}
