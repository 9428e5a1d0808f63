import { useTranslation } from 'react-i18next';
import { data } from 'react-router';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import { itemListMarkup } from '#core/rules/catalogue/structured-data.ts';
import { ShippingTerms } from '#ui/components/carts/goods-terms.tsx';
import { EmptyState, PageHead } from '#ui/components/parts/page-parts.tsx';
import { ProductList } from '#ui/components/products/product-list.tsx';
import { PageMeta, useSite } from '#ui/document/page-meta.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { listAll } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import type { Route } from './+types/gift-boxes-route.ts';
import styles from './gift-boxes.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  const response = await listAll(context.get(shopContext), 'gift_box');
  const boxes = response.ok ? response.value.items : null;
  return data({ boxes }, { status: boxes === null ? 503 : 200 });
}

export default function GiftBoxesRoute({ loaderData }: Route.ComponentProps) {
  const { boxes } = loaderData;
  const { t } = useTranslation('base');
  const locale = useLocale();
  const { url } = useSite();
  return (
    <>
      <PageMeta
        title={t('gift_boxes.meta_title')}
        description={t('gift_boxes.meta_description')}
        picture="geschenk-box"
        structuredData={
          import.meta.env.SSR &&
          itemListMarkup(boxes ?? [], (box) => `${url}${localePath(locale, productPath(box))}`)
        }
      />
      <div className={`${layout.wrap} ${styles.page}`}>
        <PageHead title={t('gift_boxes.title')} lead={t('gift_boxes.lead')} />
        {boxes === null ? (
          <EmptyState
            title={t('books.failed_title')}
            text={t('books.failed_text')}
            link={{ to: '/geschenkboxen', reloadDocument: true, label: t('books.failed_link') }}
          />
        ) : (
          <ProductList products={boxes} headingLevel={2} priority />
        )}
        <div className={`${text.small} ${text.muted} ${styles.terms}`}>
          <ShippingTerms />
        </div>
      </div>
    </>
  );
}
