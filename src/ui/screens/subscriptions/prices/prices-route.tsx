import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { data } from 'react-router';
import type { ProductPage } from '#core/model/product.ts';
import type { Subscription } from '#core/model/subscription.ts';
import { formatPrice, noCents } from '#core/rules/basics/money.ts';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import { ShippingTerms } from '#ui/components/carts/goods-terms.tsx';
import { CampaignCards } from '#ui/components/gifts/campaign-cards.tsx';
import { NeedsJavaScript } from '#ui/components/parts/fields/needs-javascript.tsx';
import { LinkButton, ShopLink } from '#ui/components/parts/links/links.tsx';
import { EmptyState, List, PageHead, Split } from '#ui/components/parts/page-parts.tsx';
import { Questions } from '#ui/components/parts/questions.tsx';
import { PlanAction } from '#ui/components/subscriptions/plan-action.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { isOfKind, listAll, loadPlans, notSold } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import type { Route } from './+types/prices-route.ts';
import styles from './prices.module.css';

/** Slugs of the subscription and the membership. */
const plans = ['monatskarte', 'masterpass'] as const;

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [courses, campaigns, held, ...responses] = await Promise.all([
    listAll(shop, 'course', { sort: 'title' }),
    shop.api.listCampaigns(),
    loadPlans(shop),
    ...plans.map((slug) => shop.api.getProduct({ params: { slug } })),
  ]);
  const found = responses.flatMap((response) =>
    response.ok && isOfKind(response.value, 'membership', 'subscription') ? [response.value] : [],
  );
  // The page is complete without a plan that is not sold.
  const isWhole =
    courses.ok && responses.every((response) => response.ok || notSold.includes(response.error.code));
  const list = courses.ok ? courses.value.items : [];
  const running = campaigns.ok ? campaigns.value : [];
  return data({ courses: list, campaigns: running, found, held, isWhole }, { status: isWhole ? 200 : 503 });
}

export default function PricesRoute({ loaderData }: Route.ComponentProps) {
  const { courses, campaigns, found, held, isWhole } = loaderData;
  const { t } = useTranslation('base');
  const locale = useLocale();
  const [cheapest] = courses.map(({ price }) => price).toSorted((one, other) => one - other);
  return (
    <>
      <PageMeta
        title={t('prices.meta_title')}
        description={t('prices.meta_description')}
        picture="masterpass"
      />
      <div className={layout.wrap}>
        <PageHead title={t('prices.title')} lead={t('prices.lead')} />
        {isWhole ? (
          <>
            <List className={styles.offers}>
              <Offer
                title={t('prices.single.title')}
                price={t('prices.single.from', { price: formatPrice(cheapest ?? noCents, locale) })}
                note={t('prices.single.note')}
                promises={[t('prices.single.forever'), t('prices.single.pace'), t('prices.single.gift')]}
              >
                <LinkButton to="/kurse" kind="outline" isWide>
                  {t('prices.single.link')}
                </LinkButton>
              </Offer>
              {found.map((plan) => (
                <Offer
                  key={plan.id}
                  product={plan}
                  held={held}
                  title={plan.title}
                  promises={plan.details.contents}
                />
              ))}
            </List>
            <div className={styles.below}>
              <NeedsJavaScript />
            </div>
          </>
        ) : (
          <EmptyState
            title={t('books.failed_title')}
            text={t('books.failed_text')}
            link={{ to: '/preise', reloadDocument: true, label: t('books.failed_link') }}
          />
        )}
      </div>
      {courses.length > 0 && (
        <Split title={t('prices.list')} note={t('prices.list_note')}>
          <table className={styles.list}>
            <thead>
              <tr>
                <th scope="col">{t('prices.course')}</th>
                <th scope="col">{t('prices.price')}</th>
              </tr>
            </thead>
            <tbody>
              {courses.map((course) => (
                <tr key={course.id}>
                  <th scope="row">
                    <ShopLink to={productPath(course)}>{course.title}</ShopLink>
                  </th>
                  <td>{formatPrice(course.price, locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Split>
      )}
      {campaigns.length > 0 && (
        <Split title={t('campaigns.title')}>
          <CampaignCards campaigns={campaigns} />
        </Split>
      )}
      <Split title={t('prices.delivery')}>
        <div className={text.prose}>
          <p>{t('prices.delivery_text')}</p>
          <ShippingTerms />
        </div>
      </Split>
      <Questions questions={found.flatMap((plan) => plan.details.questions)} />
    </>
  );
}

interface OfferProps {
  readonly title: string;
  readonly promises: readonly string[];
  /** Product that can be bought here; without it the offer has a link. */
  readonly product?: ProductPage | undefined;
  /** The learner's current subscriptions. */
  readonly held?: readonly Subscription[] | undefined;
  readonly price?: string | undefined;
  readonly note?: string | undefined;
  readonly children?: ReactNode;
}

function Offer({ title, promises, product, held = [], price, note, children }: OfferProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const billed = product === undefined ? undefined : billing(product);

  function billing({ kind, price: yearly, monthly_price }: ProductPage) {
    const month = formatPrice(monthly_price ?? yearly, locale);
    return kind === 'membership'
      ? {
          price: t('prices.year', { price: formatPrice(yearly, locale) }),
          note: t('prices.yearly_note', { price: month }),
        }
      : { price: t('prices.month', { price: month }), note: t('prices.monthly_note') };
  }

  return (
    <li className={styles.offer}>
      <h2 className={styles.name}>{title}</h2>
      <p className={styles.price}>{billed?.price ?? price}</p>
      <p className={styles.note}>{billed?.note ?? note}</p>
      <List className={styles.promises}>
        {promises.map((promise) => (
          <li key={promise}>{nonBreaking(promise)}</li>
        ))}
      </List>
      <div className={styles.action}>
        {children}
        {product !== undefined && (
          <PlanAction
            product={product}
            plans={held}
            isWide
            kind={product.kind === 'membership' ? 'gold' : 'outline'}
          />
        )}
      </div>
    </li>
  );
}
