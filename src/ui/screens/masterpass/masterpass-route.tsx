import { useTranslation } from 'react-i18next';
import { data } from 'react-router';
import type { OtherDetails, ProductPage } from '#core/rules/catalogue.ts';
import { formatPrice } from '#core/rules/money.ts';
import { answerOrThrow } from '#ui/answer-or-throw.ts';
import { AddToCart } from '#ui/components/add-to-cart/add-to-cart.tsx';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { NeedsScript } from '#ui/components/needs-script/needs-script.tsx';
import { ProductMeta } from '#ui/components/product-meta/product-meta.tsx';
import { Questions } from '#ui/components/questions/questions.tsx';
import { SectionHead } from '#ui/components/section-head/section-head.tsx';
import { Split } from '#ui/components/split/split.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useViewedProduct } from '#ui/hooks/use-viewed-product.ts';
import { shopContext } from '#ui/shop-context.ts';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import type { Route } from './+types/masterpass-route.ts';
import { CoursesInside } from './courses-inside.tsx';
import { Ticket } from './ticket.tsx';

type Membership = ProductPage & { readonly details: OtherDetails };

/** The one membership of the shop. */
const slug = 'masterpass';
/** More courses than the shop has. */
const allCourses = 100;

export async function loader({ context }: Route.LoaderArgs) {
  const { queries } = context.get(shopContext);
  const [answer, courses] = await Promise.all([
    queries.getProduct(slug),
    queries.listProducts({ kind: 'course', size: allCourses }),
  ]);
  const pass = answerOrThrow(answer);
  if (!isMembership(pass)) throw data(null, { status: 404 });
  return { pass, courses: courses.ok ? courses.value.items : [] };
}

function isMembership(product: ProductPage): product is Membership {
  return product.details.kind === 'membership';
}

export default function MasterpassRoute({ loaderData }: Route.ComponentProps) {
  const { pass, courses } = loaderData;
  const { t } = useTranslation('base');
  const locale = useLocale();
  useViewedProduct(pass);
  return (
    <>
      <ProductMeta product={pass} above={[]} />
      <Ticket pass={pass}>
        <AddToCart product={pass} size="large" />
        <p className={`${text.small} ${text.muted}`}>
          {t('masterpass.price_note', { price: formatPrice(pass.price, locale) })}
        </p>
        <NeedsScript />
      </Ticket>
      <Split title={t('masterpass.how')}>
        <div className={text.prose}>
          {pass.description.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </Split>
      {courses.length > 0 && (
        <section className={`${layout.wrap} ${layout.act}`} aria-labelledby="inside-title">
          <SectionHead
            id="inside-title"
            title={t('masterpass.inside', { count: courses.length })}
            lead={t('masterpass.inside_lead')}
          />
          <CoursesInside courses={courses} />
        </section>
      )}
      <Questions questions={pass.details.questions} />
      <Split title={t('masterpass.compare')}>
        <div className={text.prose}>
          <p>{t('masterpass.compare_text')}</p>
          <LinkButton to="/preise" kind="outline">
            {t('masterpass.compare_link')}
          </LinkButton>
        </div>
      </Split>
    </>
  );
}
