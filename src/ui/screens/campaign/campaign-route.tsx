import { useTranslation } from 'react-i18next';
import { data } from 'react-router';
import { cents } from '#core/rules/money.ts';
import { routeOf } from '#core/rules/navigation.ts';
import { answerOrThrow } from '#ui/answer-or-throw.ts';
import { List } from '#ui/components/list/list.tsx';
import { NeedsScript } from '#ui/components/needs-script/needs-script.tsx';
import { Picture } from '#ui/components/picture/picture.tsx';
import { Price } from '#ui/components/price/price.tsx';
import { ProductCard } from '#ui/components/product-card/product-card.tsx';
import { Split } from '#ui/components/split/split.tsx';
import { useDateText } from '#ui/hooks/use-date-text.ts';
import { PageMeta } from '#ui/page-meta.tsx';
import { shopContext } from '#ui/shop-context.ts';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import type { Route } from './+types/campaign-route.ts';
import styles from './campaign.module.css';
import { GiveawayForm } from './giveaway-form.tsx';
import { TakeOffer } from './take-offer.tsx';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const campaign = answerOrThrow(await context.get(shopContext).queries.getCampaign(params.slug));
  const [, place] = routeOf(new URL(request.url).pathname).split('/');
  if (campaign.place !== place) throw data(null, { status: 404 });
  return { campaign };
}

/**
 * A campaign's landing page under `specials` or `angebote` (decisions §7): products and their coupon by one button, or a
 * giveaway. Campaigns are reached from letters and links, so search engines are asked to leave them out.
 */
export default function CampaignRoute({ loaderData }: Route.ComponentProps) {
  const { campaign } = loaderData;
  const { t } = useTranslation('base');
  const dateText = useDateText();
  const { coupon, giveaway, products } = campaign;
  const regular = cents(products.reduce((sum, { price }) => sum + price, 0));
  return (
    <>
      <PageMeta
        title={campaign.seo_markup.name}
        description={campaign.seo_markup.description}
        picture={campaign.picture}
        robots="noindex"
      />
      <div className={layout.stage}>
        <div className={`${layout.wrap} ${styles.inside}`}>
          <div>
            <p className={text.byline}>
              {coupon?.title ??
                (giveaway === null ? '' : t('campaign.until', { day: dateText(giveaway.until) }))}
            </p>
            <h1 className={styles.title}>{campaign.title}</h1>
            <p className={`${text.lead} ${styles.lead}`}>{campaign.lead}</p>
            <List className={styles.promises}>
              {campaign.promises.map((promise) => (
                <li key={promise}>{promise}</li>
              ))}
            </List>
            {coupon !== null && (
              <>
                <p className={styles.price}>
                  <Price amount={regular} size="large" />
                  <span className={styles.regular}>{t('campaign.regular')}</span>
                </p>
                <TakeOffer products={products} coupon={coupon} />
              </>
            )}
            {giveaway !== null && <GiveawayForm giveaway={giveaway} />}
            <NeedsScript />
          </div>
          <div className={styles.picture}>
            <Picture
              name={campaign.picture}
              alt={campaign.picture_alt}
              width={460}
              ratio={products[0]?.kind === 'course' ? '3/4' : '1/1'}
              sizes="(max-width: 767px) 70vw, 440px"
              priority
            />
          </div>
        </div>
      </div>
      <Split title={giveaway === null ? t('campaign.about') : t('campaign.about_prize')}>
        <div className={text.prose}>
          {campaign.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </Split>
      {products.length > 0 && (
        <Split title={t('campaign.products')}>
          <List className={`${layout.cards} ${layout.beside}`}>
            {products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} />
              </li>
            ))}
          </List>
        </Split>
      )}
      <Split title={t('campaign.conditions')}>
        <ul className={`${text.prose} ${text.muted}`}>
          {campaign.conditions.map((condition) => (
            <li key={condition}>{condition}</li>
          ))}
        </ul>
      </Split>
    </>
  );
}
