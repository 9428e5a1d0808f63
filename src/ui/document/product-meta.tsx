import type { ProductPage } from '#core/model/product.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { sharedPictureWidth } from '#core/rules/catalogue/picture-widths.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import { breadcrumbMarkup, productMarkup } from '#core/rules/catalogue/structured-data.ts';
import type { BreadcrumbsProps } from '#ui/components/parts/page-parts.tsx';
import { pictureAddress } from '#ui/components/parts/picture.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { PageMeta, useSite } from './page-meta.tsx';

export interface ProductMetaProps {
  readonly product: ProductPage;
  /** Parent pages, as in the breadcrumbs. */
  readonly above: BreadcrumbsProps['above'];
  /** Whether the page exists in German only. */
  readonly isGermanOnly?: boolean | undefined;
}

/**
 * Metadata of a product page, with structured data of product and breadcrumbs
 * (docs/behaviour/navigation-and-layout.md#product-structured-data).
 */
export function ProductMeta({ product, above, isGermanOnly }: ProductMetaProps) {
  const locale = useLocale();
  const { url } = useSite();
  const { name, description, keywords } = product.seo_markup;
  const page = `${url}${localePath(locale, productPath(product))}`;
  const picture = `${url}${pictureAddress(product.picture, sharedPictureWidth, 'webp')}`;
  return (
    <PageMeta
      title={name}
      description={description}
      keywords={keywords}
      picture={product.picture}
      sharePicture={product.share_picture ?? undefined}
      kind="product"
      isGermanOnly={isGermanOnly}
      structuredData={
        import.meta.env.SSR && [
          productMarkup(product, { page, picture }),
          breadcrumbMarkup([
            ...above.map(({ title, to }) => ({ title, url: `${url}${localePath(locale, to)}` })),
            { title: product.title, url: page },
          ]),
        ]
      }
    />
  );
}
