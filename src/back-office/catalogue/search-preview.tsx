import { useTranslation } from 'react-i18next';
import { type Locale, locales } from '#core/model/values.ts';
import type { Fields } from '#core/rules/catalogue/record-values.ts';
import { cutToWidth, searchResultLimits } from '#core/rules/catalogue/search-preview.ts';
import { asFields } from './record-schema.ts';
import styles from './search-preview.module.css';

export interface SearchPreviewSite {
  readonly name: string;
  readonly url: string;
}

interface SearchPreviewProps {
  readonly value: Fields;
  /** Path of the page in the shop, without the language. */
  readonly path: string;
  readonly site: SearchPreviewSite;
  readonly isGermanOnly: boolean;
}

/** Preview of a record's page in search results, with texts cut at the usual lengths. */
export function SearchPreview({ value, path, site, isGermanOnly }: SearchPreviewProps) {
  const { t } = useTranslation('backOffice');
  return (
    <div className={styles.results}>
      <p className={styles.note}>{t('catalogue.searchPreview.hint')}</p>
      {locales
        .filter((locale) => locale === 'de' || !isGermanOnly)
        .map((locale) => (
          <Result
            key={locale}
            locale={locale}
            address={`${site.url}/${locale}${path}`}
            site={site.name}
            value={value}
          />
        ))}
    </div>
  );
}

interface ResultProps {
  readonly locale: Locale;
  readonly address: string;
  readonly site: string;
  readonly value: Fields;
}

function Result({ locale, address, site, value }: ResultProps) {
  const { t } = useTranslation('backOffice');
  const { title, description } = searchTexts(value, locale);
  const { host, pathname } = new URL(address);
  const parts = [
    { name: 'title', text: title === '' ? '' : `${title} | ${site}` },
    { name: 'description', text: description },
  ] as const;
  const [shownTitle, shownDescription] = parts.map(({ name, text }) => {
    const { width, font } = searchResultLimits[name];
    return cutToWidth(text, width, (part) => measured(part, font)).shown;
  });
  return (
    <figure className={styles.result}>
      <figcaption className={styles.note}>{t(`languages.${locale}`)}</figcaption>
      <div className={styles.page} lang={locale}>
        <p className={styles.address}>{[host, ...pathname.split('/').filter(Boolean)].join(' › ')}</p>
        <p className={styles.title}>{shownTitle || t('catalogue.searchPreview.noTitle')}</p>
        <p className={styles.description}>{shownDescription || t('catalogue.searchPreview.noDescription')}</p>
      </div>
      <ul className={styles.measures}>
        {parts.map(({ name, text }) => (
          <Room key={name} name={name} text={text} />
        ))}
      </ul>
    </figure>
  );
}

function Room({ name, text }: { readonly name: keyof typeof searchResultLimits; readonly text: string }) {
  const { t } = useTranslation('backOffice');
  const { width, font } = searchResultLimits[name];
  const used = Math.ceil(measured(text, font));
  return (
    <li className={styles.note} data-full={used > width ? '' : undefined}>
      {t(`catalogue.searchPreview.${name}`, { used, width })}
      {used > width && ` ${t('catalogue.searchPreview.cut')}`}
    </li>
  );
}

/**
 * Returns title and description for search engines. Posts exist only in German, legal texts have their own description.
 */
function searchTexts(
  value: Fields,
  locale: Locale,
): { readonly title: string; readonly description: string } {
  const inLocale = (text: unknown) =>
    String((typeof text === 'string' ? text : asFields(text)[locale]) ?? '');
  const { seo } = value;
  return seo === undefined
    ? { title: inLocale(value.title), description: inLocale(value.seo_description) }
    : { title: inLocale(asFields(seo).title), description: inLocale(asFields(seo).description) };
}

/** Returns whether records of this kind have their own texts for search engines. */
export function hasSearchTexts(value: Fields): boolean {
  return 'seo' in value || 'seo_description' in value;
}

let canvas: CanvasRenderingContext2D | null = null;

/** Returns the width of a text in pixels; 0 without a canvas. */
function measured(text: string, font: string): number {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (canvas === null) return 0;
  canvas.font = font;
  return canvas.measureText(text).width;
}
