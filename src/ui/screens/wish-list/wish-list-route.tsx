import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { useLoaderData, useRevalidator } from 'react-router';
import type { ProductCard as Product } from '#core/model/product.ts';
import type { Page } from '#core/model/values.ts';
import { Button } from '#ui/components/button.tsx';
import { LinkButton } from '#ui/components/links.tsx';
import { PageLinks } from '#ui/components/page-links.tsx';
import { EmptyState, List, PageHead } from '#ui/components/page-parts.tsx';
import { ProductCard } from '#ui/components/product-card.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { ProfileNavigation } from '#ui/layout/profile-navigation.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { requireLogin } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './wish-list.module.css';

const pageSize = 24;

/** The learner's wishes. Guests are sent to the login and come back. */
async function loadWishList({ context, request }: LoaderFunctionArgs): Promise<Page<Product> | null> {
  const shop = context.get(shopContext);
  requireLogin(shop, request);
  const wanted = Number(new URL(request.url).searchParams.get('seite') ?? 1);
  const number = Number.isInteger(wanted) && wanted > 0 && wanted <= 10_000 ? wanted : 1;
  const wishes = await shop.queries.listWishes({ number, size: pageSize });
  return wishes.ok ? wishes.value : null;
}

export const loader = loadWishList;
export const clientLoader = loadWishList;

/** The wish list. What is taken off stays in sight until one leaves, so a slip of the finger is soon put right. */
export default function WishListRoute() {
  const { t } = useTranslation('myProfile');
  const wishes = useLoaderData<typeof loader>();
  const { stores } = useShop();
  const count = useStore(stores.wishes, ({ owner, product_ids }) =>
    owner === null ? null : product_ids.length,
  );
  return (
    <>
      <PageMeta title={t('wishes.title')} description={t('wishes.description')} robots="noindex" />
      <ProfileNavigation />
      <div className={`${layout.wrap} ${styles.page}`}>
        <PageHead title={t('wishes.title')} lead={t('wishes.lead')} />
        {wishes === null && <WishListFailed />}
        {wishes?.total === 0 && (
          <EmptyState
            title={t('wishes.empty.title')}
            action={<LinkButton to="/kurse">{t('wishes.empty.action')}</LinkButton>}
          >
            {t('wishes.empty.text')}
          </EmptyState>
        )}
        {wishes !== null && wishes.total > 0 && (
          <>
            <p role="status" className={styles.count}>
              {t('wishes.count', { count: count ?? wishes.total })}
            </p>
            <List className={layout.cards} aria-label={t('wishes.list')}>
              {wishes.items.map((product, index) => (
                <li key={product.id}>
                  <ProductCard product={product} headingLevel={2} priority={index === 0} />
                </li>
              ))}
            </List>
            <PageLinks
              number={wishes.number}
              last={Math.max(1, Math.ceil(wishes.total / wishes.size))}
              pathOf={(number) => (number === 1 ? '/profil/merkliste' : `/profil/merkliste?seite=${number}`)}
            />
          </>
        )}
      </div>
    </>
  );
}

function WishListFailed() {
  const { t } = useTranslation('myProfile');
  const { revalidate, state } = useRevalidator();
  return (
    <EmptyState
      title={t('wishes.failed.title')}
      action={
        <Button isLoading={state === 'loading'} onClick={() => void revalidate()}>
          {t('wishes.failed.action')}
        </Button>
      }
    >
      {t('wishes.failed.text')}
    </EmptyState>
  );
}
