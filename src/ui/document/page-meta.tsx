import { useTranslation } from 'react-i18next';
import { useLocation, useRouteLoaderData } from 'react-router';
import { type Locale, locales } from '#core/model/values.ts';
import { canonicalUrl, routeOf } from '#core/rules/basics/site-paths.ts';
import { sharedPictureWidth } from '#core/rules/catalogue/picture-widths.ts';
import { pictureAddress } from '#ui/components/parts/picture.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShopName } from '#ui/hooks/use-shop.ts';
import type { Site } from '#ui/routes/contexts.ts';

export interface PageMetaProps {
  /** Title; the shop's name is appended. */
  readonly title: string;
  /** Does not append the shop's name. */
  readonly isWholeTitle?: boolean | undefined;
  readonly description: string;
  /** By default, the title and the shop's subject. */
  readonly keywords?: readonly string[] | undefined;
  /**
   * `noindex` is for personal pages and for pages whose content is in the other language; `error` pages have no
   * canonical address.
   */
  readonly robots?: 'index' | 'noindex' | 'error' | undefined;
  /** Whether the page exists in German only and has no alternate language. */
  readonly isGermanOnly?: boolean | undefined;
  /** Query of the canonical address; for blog pages only (`withoutAttribution`). */
  readonly query?: string | undefined;
  /** Picture for shared links. */
  readonly picture?: string | undefined;
  /** Picture made for shared links, 1200 by 630 pixels; takes precedence over `picture`. */
  readonly sharePicture?: string | undefined;
  readonly kind?: 'website' | 'product' | undefined;
  /**
   * Structured data of schema.org; `<` is escaped here. False in the browser: only server-rendered documents contain
   * it, so the code that creates it is not part of the browser's scripts.
   */
  readonly structuredData?: object | false | undefined;
}

/** Size of pictures for shared links, in pixels. */
const shared = { width: sharedPictureWidth, height: 630 } as const;
const openGraphLocales: Record<Locale, string> = { de: 'de_DE', en: 'en_GB' };

/**
 * Sets the metadata of a page for search engines and shared links
 * (docs/behaviour/navigation-and-layout.md#page-metadata). Every screen renders one; React moves the tags into the
 * head.
 */
export function PageMeta(props: PageMetaProps) {
  const {
    description,
    keywords = [],
    robots = 'index',
    isGermanOnly = false,
    query = '',
    picture = 'buehne-duerer',
    sharePicture,
    kind = 'website',
    structuredData,
  } = props;
  const { t } = useTranslation('base');
  const title = useTitle(props);
  const locale = useLocale();
  const site = useSite();
  const { pathname } = useLocation();
  const canonical = canonicalUrl(site.url, locale, pathname, query);
  const image = `${site.url}${
    sharePicture === undefined
      ? pictureAddress(picture, shared.width, 'webp')
      : pictureAddress(sharePicture, shared.width, 'png')
  }`;

  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta
        name="keywords"
        content={keywords.length > 0 ? keywords.join(', ') : t('keywords', { title: props.title })}
      />
      <meta name="robots" content={robots === 'index' ? 'index, follow' : 'noindex, follow'} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={kind} />
      {robots !== 'error' && <meta property="og:url" content={canonical} />}
      <meta property="og:image" content={image} />
      {sharePicture !== undefined && (
        <>
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content={String(shared.width)} />
          <meta property="og:image:height" content={String(shared.height)} />
        </>
      )}
      <meta property="og:locale" content={openGraphLocales[locale]} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
      {robots !== 'error' && <link rel="canonical" href={canonical} />}
      {robots === 'index' && !isGermanOnly && <Alternates site={site} path={pathname} />}
      {structuredData !== undefined && (
        <script
          type="application/ld+json"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block; `<` is escaped, so nothing can close it
          dangerouslySetInnerHTML={{ __html: structuredData === false ? '' : toDataBlock(structuredData) }}
        />
      )}
    </>
  );
}

function toDataBlock(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** Links to the page in each language. `x-default` is the root redirect for the home page, else the German page. */
function Alternates({ site, path }: { readonly site: Site; readonly path: string }) {
  const address = (locale: Locale) => canonicalUrl(site.url, locale, path, '');
  return (
    <>
      {locales.map((locale) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={address(locale)} />
      ))}
      <link
        rel="alternate"
        hrefLang="x-default"
        href={routeOf(path) === '/' ? `${site.url}/` : address('de')}
      />
    </>
  );
}

function useTitle({ title, isWholeTitle = false }: PageMetaProps): string {
  const { t } = useTranslation('base');
  const shop = useShopName();
  return isWholeTitle ? title : t('title', { title, shop });
}

/** Returns the site data of the root loader; empty if the loader failed. */
export function useSite(): Site {
  return useRouteLoaderData<Site>('root') ?? { url: '', year: 0 };
}
