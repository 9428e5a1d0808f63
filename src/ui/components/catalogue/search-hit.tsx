import type { ComponentProps } from 'react';
import type { SearchHit } from '#core/model/product.ts';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { hitPath, isGermanOnlyHit } from '#core/rules/catalogue/search-hits.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { useLangOf, useLocale } from '#ui/hooks/use-locale.ts';
import styles from './search-hit.module.css';

export interface SearchHitLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'hrefLang' | 'ref'> {
  readonly hit: SearchHit;
}

/** The link to a search result. Books and posts always link to German pages. */
export function SearchHitLink({ hit, ...rest }: SearchHitLinkProps) {
  const locale = useLocale();
  const path = hitPath(hit);
  if (locale !== 'de' && isGermanOnlyHit(hit)) {
    return <a {...rest} href={localePath('de', path)} hrefLang="de" />;
  }
  return <ShopLink {...rest} to={path} prefetch="never" />;
}

/** Picture, title and teaser of a search result, with its language marked. */
export function SearchHitContent({ hit }: { readonly hit: SearchHit }) {
  const langOf = useLangOf();
  return (
    <span className={styles.hit}>
      {hit.picture === '' ? (
        <span className={styles.thumb} />
      ) : (
        <Picture name={hit.picture} alt="" width={56} ratio="1/1" className={styles.thumb} />
      )}
      <span className={styles.words} lang={langOf(hit.language)}>
        <span className={styles.title}>{hit.title}</span>
        <span className={styles.teaser}>{nonBreaking(hit.teaser)}</span>
      </span>
    </span>
  );
}
