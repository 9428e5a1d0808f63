import { useTranslation } from 'react-i18next';
import { data } from 'react-router';
import type { ProductCard as Product } from '#core/model/product.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import { itemListMarkup } from '#core/rules/catalogue/structured-data.ts';
import { EmptyState, PageHead, SectionHead } from '#ui/components/parts/page-parts.tsx';
import { ProductList } from '#ui/components/products/product-list.tsx';
import { PageMeta, useSite } from '#ui/document/page-meta.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { listAll } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import type { Route } from './+types/gifts-route.ts';
import styles from './gifts.module.css';

const giftKinds = ['voucher', 'gift_box', 'gift'] as const;

type GiftKind = (typeof giftKinds)[number];

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const responses = await Promise.all(giftKinds.map((kind) => listAll(shop, kind)));
  const found = responses.map((response) => (response.ok ? response.value.items : null));
  return data({ found }, { status: found.includes(null) ? 503 : 200 });
}

export default function GiftsRoute({ loaderData }: Route.ComponentProps) {
  const { found } = loaderData;
  const { t } = useTranslation('base');
  const locale = useLocale();
  const { url } = useSite();
  const all = found.flatMap((gifts) => gifts ?? []);
  return (
    <>
      <PageMeta
        title={t('gifts.meta_title')}
        description={t('gifts.meta_description')}
        picture="geschenk-gutschein"
        structuredData={
          import.meta.env.SSR &&
          itemListMarkup(all, (gift) => `${url}${localePath(locale, productPath(gift))}`)
        }
      />
      <div className={`${layout.wrap} ${styles.page}`}>
        <PageHead title={t('gifts.title')} lead={t('gifts.lead')} />
        {giftKinds.map((kind, index) => (
          <GiftList key={kind} kind={kind} gifts={found[index] ?? null} isFirst={index === 0} />
        ))}
      </div>
    </>
  );
}

interface GiftListProps {
  readonly kind: GiftKind;
  /** Null if they could not be loaded. */
  readonly gifts: readonly Product[] | null;
  readonly isFirst: boolean;
}

function GiftList({ kind, gifts, isFirst }: GiftListProps) {
  const { t } = useTranslation('base');
  const id = `kind-${kind}`;
  if (gifts?.length === 0) return null;
  return (
    <section className={styles.kind} aria-labelledby={id}>
      <SectionHead id={id} title={t(`gifts.${kind}.title`)} lead={t(`gifts.${kind}.lead`)} />
      {gifts === null ? (
        <EmptyState
          title={t('books.failed_title')}
          text={t('books.failed_text')}
          link={{ to: '/geschenke', reloadDocument: true, label: t('books.failed_link') }}
        />
      ) : (
        <ProductList products={gifts} priority={isFirst} />
      )}
    </section>
  );
}
