import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '#core/rules/basics/money.ts';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import { planOffer } from '#core/rules/subscriptions/subscription-terms.ts';
import { TextSection } from '#ui/components/catalogue/page-sections.tsx';
import { NeedsJavaScript } from '#ui/components/parts/fields/needs-javascript.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { List, SectionHead, Split } from '#ui/components/parts/page-parts.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { Questions } from '#ui/components/parts/questions.tsx';
import { ProductList } from '#ui/components/products/product-list.tsx';
import { MembershipTicket } from '#ui/components/subscriptions/membership-ticket.tsx';
import { PlanAction } from '#ui/components/subscriptions/plan-action.tsx';
import { ProductMeta } from '#ui/document/product-meta.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { listAll, loadPlans, loadProduct, type ProductOf } from '#ui/routes/loaders.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import type { Route } from './+types/masterpass-route.ts';
import styles from './masterpass.module.css';

const slug = 'masterpass';

export const handle: RouteHandle = {
  productOf: ({ pass }: Route.ComponentProps['loaderData']) => pass,
};

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [pass, courses, plans] = await Promise.all([
    loadProduct(shop, slug, 'membership'),
    listAll(shop, 'course'),
    loadPlans(shop),
  ]);
  return { pass, courses: courses.ok ? courses.value.items : [], plans };
}

export default function MasterpassRoute({ loaderData }: Route.ComponentProps) {
  const { pass, courses, plans } = loaderData;
  const { t } = useTranslation('base');
  return (
    <>
      <ProductMeta product={pass} above={[]} />
      <MembershipCard pass={pass}>
        <PlanAction product={pass} plans={plans} size="large">
          <p className={`${text.small} ${text.muted}`}>{t('masterpass.price_note')}</p>
          <NeedsJavaScript />
        </PlanAction>
      </MembershipCard>
      <TextSection title={t('masterpass.how')} texts={pass.description} />
      {courses.length > 0 && (
        <section className={`${layout.wrap} ${layout.section}`} aria-labelledby="inside-title">
          <SectionHead
            id="inside-title"
            title={t('masterpass.inside', { count: courses.length })}
            lead={t('masterpass.inside_lead')}
          />
          <ProductList products={courses} foot={t('masterpass.included')} />
        </section>
      )}
      <Questions questions={pass.details.questions} />
      {planOffer(pass, plans).offer === 'for_sale' && (
        <Split title={t('masterpass.compare')}>
          <div className={text.prose}>
            <p>{t('masterpass.compare_text')}</p>
            <LinkButton to="/preise" kind="outline">
              {t('masterpass.compare_link')}
            </LinkButton>
          </div>
        </Split>
      )}
    </>
  );
}

interface MembershipCardProps {
  readonly pass: ProductOf<'membership'>;
  /** Button and notes. */
  readonly children: ReactNode;
}

function MembershipCard({ pass, children }: MembershipCardProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  return (
    <div className={layout.hero}>
      <div className={`${layout.wrap} ${styles.inside}`}>
        <div>
          <p className={`${text.byline} ${styles.by}`}>{nonBreaking(pass.subtitle)}</p>
          <h1 className={styles.title}>{pass.title}</h1>
          <p className={`${text.lead} ${styles.lead}`}>{nonBreaking(pass.details.lead)}</p>
          <div className={styles.prices}>
            <p className={styles.yearly}>
              <Price amount={pass.price} size="large" /> {t('masterpass.a_year')}
            </p>
            {pass.monthly_price !== null && (
              <p className={styles.monthly}>
                {t('masterpass.a_month', { price: formatPrice(pass.monthly_price, locale) })}
              </p>
            )}
            {children}
          </div>
        </div>
        <div className={styles.ticket}>
          <MembershipTicket pass={pass} priority />
          <List className={styles.contents}>
            {pass.details.contents.map((promise) => (
              <li key={promise}>{nonBreaking(promise)}</li>
            ))}
          </List>
        </div>
      </div>
    </div>
  );
}
