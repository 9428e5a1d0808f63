import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { data } from 'react-router';
import type { Campaign, RunningCoupon } from '#core/model/content.ts';
import type { ProductCard as ProductCardData } from '#core/model/product.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import { routeOf } from '#core/rules/basics/site-paths.ts';
import { GoodsTerms } from '#ui/components/carts/goods-terms.tsx';
import { PictureHero, ProductSection, TextSection } from '#ui/components/catalogue/page-sections.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { classNames } from '#ui/components/parts/class-names.ts';
import { Checkbox } from '#ui/components/parts/fields/choices.tsx';
import { EmailInput, useEmailForm } from '#ui/components/parts/fields/email-form.tsx';
import { NeedsJavaScript } from '#ui/components/parts/fields/needs-javascript.tsx';
import { PostForm, SubmitButton, usePostedForm, useRefusal } from '#ui/components/parts/fields/post-form.tsx';
import { CheckoutLink, ShopLink } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { List, Split } from '#ui/components/parts/page-parts.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import text from '#ui/styles/text.module.css';
import type { Route } from './+types/campaign-route.ts';
import styles from './campaign.module.css';
import { CampaignAccount } from './campaign-account.tsx';
import { readEntry, sendCampaignForm } from './campaign-action.ts';

export const action = (args: Route.ActionArgs) => sendCampaignForm(args);

export async function loader(args: Route.LoaderArgs) {
  const { context, params, request } = args;
  const campaign = valueOrThrow(
    await context.get(shopContext).api.getCampaign({ params: { slug: params.slug } }),
  );
  const [, place] = routeOf(new URL(request.url).pathname).split('/');
  if (campaign.place !== place) throw data(null, { status: 404 });
  return { campaign, entered: await readEntry(args) };
}

/**
 * The page of a campaign: products with their coupon, or a giveaway
 * (docs/behaviour/content.md#campaign-pages).
 */
export default function CampaignRoute({ loaderData }: Route.ComponentProps) {
  const { campaign, entered } = loaderData;
  const { t } = useTranslation('base');
  const dateText = useDateText();
  const locale = useLocale();
  const { coupon, giveaway, products, reduction } = campaign;
  const offer = coupon?.is_running === true ? coupon : null;
  const byline =
    giveaway === null ? (offer?.title ?? null) : t('campaign.until', { day: dateText(giveaway.until) });
  const hasGoods = products.some((product) => product.is_shipped);
  return (
    <>
      <PageMeta
        title={campaign.seo_markup.name}
        description={campaign.seo_markup.description}
        picture={campaign.picture}
        robots="noindex"
      />
      <PictureHero
        picture={{
          name: campaign.picture,
          alt: campaign.picture_alt,
          ratio: products[0]?.kind === 'course' ? '3/4' : '1/1',
        }}
      >
        {byline !== null && <p className={text.byline}>{byline}</p>}
        <h1 className={styles.title}>{campaign.title}</h1>
        <p className={`${text.lead} ${styles.lead}`}>{nonBreaking(campaign.lead)}</p>
        <List className={styles.promises}>
          {campaign.promises.map((promise) => (
            <li key={promise}>{nonBreaking(promise)}</li>
          ))}
        </List>
        {coupon !== null && offer === null && <Notice>{t('campaign.not_running')}</Notice>}
        {offer !== null && (
          <>
            {reduction !== null && (
              <p className={styles.price}>
                <Price amount={reduction.price} size="large" />
                <span className={styles.regular}>
                  {reduction.reference === null
                    ? t(`buy.note.${hasGoods ? 'goods' : 'digital'}`)
                    : t(`campaign.reduced.${hasGoods ? 'goods' : 'digital'}`, {
                        reference: formatPrice(reduction.reference, locale),
                      })}
                </span>
              </p>
            )}
            <BuyOffer key={campaign.slug} products={products} coupon={offer} />
            {hasGoods && (
              <div className={classNames(styles.note, styles.goods)}>
                {products.map((product) => (
                  <GoodsTerms key={product.id} product={product} />
                ))}
              </div>
            )}
          </>
        )}
        {giveaway !== null && <GiveawayForm key={campaign.slug} giveaway={giveaway} entered={entered} />}
        {offer !== null && <NeedsJavaScript />}
      </PictureHero>
      <TextSection
        title={giveaway === null ? t('campaign.about') : t('campaign.about_prize')}
        texts={campaign.text.map(nonBreaking)}
      />
      <ProductSection title={t('campaign.products')} products={products} />
      <Split title={t('campaign.conditions')}>
        <ul className={`${text.prose} ${text.muted}`}>
          {campaign.conditions.map((condition) => (
            <li key={condition}>{nonBreaking(condition)}</li>
          ))}
          {offer?.is_first_purchase_only === true && (
            <li>{t('campaign.first_purchase', { code: offer.code })}</li>
          )}
        </ul>
      </Split>
    </>
  );
}

interface BuyOfferProps {
  readonly products: readonly ProductCardData[];
  readonly coupon: RunningCoupon;
}

/** Adds the offered products and the coupon to the cart, then links to the checkout. */
function BuyOffer({ products, coupon }: BuyOfferProps) {
  const { t } = useTranslation('base');
  const { actions, stores } = useShop();
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const place = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isGuest = useLearner() === null;
  const [isEntering, setEntering] = useState(false);
  const lines = useStore(stores.cart, ({ cart }) => cart.products);
  const isApplied = useStore(
    stores.cart,
    ({ cart }) => cart.code === coupon.code && cart.code_error === null,
  );
  const names = new Intl.ListFormat(useLocale()).format(
    products.map(({ title }) => t('campaign.name', { name: title })),
  );
  const missing = products.filter(({ id }) => lines.every((line) => line.product_id !== id));

  async function addProducts(): Promise<boolean> {
    for (const product of missing) {
      const added = await actions.addToCart({ product, quantity: 1 });
      if (!added.ok) return false;
    }
    return true;
  }

  const enter: ComponentProps<typeof CampaignAccount>['enter'] = async (entry) => {
    setRefusal(null);
    if (!(await addProducts())) return null;
    // Keeps the form mounted until the end, although the visitor is logged in before.
    setEntering(true);
    const begun = await actions.enterCampaign(entry);
    const entered = begun.ok ? await actions.applyCoupon(entry.code, entry.campaign ?? undefined) : begun;
    setEntering(false);
    if (entered.ok) place.current?.focus();
    else if (stores.session.snapshot.status === 'logged_in') setRefusal(failureText(entered.error));
    return entered;
  };

  async function take(): Promise<void> {
    setRefusal(null);
    if (!(await addProducts())) return;
    const applied = await actions.applyCoupon(coupon.code, coupon.campaign ?? undefined);
    if (!applied.ok) return setRefusal(failureText(applied.error));
    // The button is replaced, so its container takes the focus.
    place.current?.focus();
  }

  if (products.some((product) => !product.is_available)) {
    return (
      <Button size="large" disabled>
        {t('buy.sold_out')}
      </Button>
    );
  }
  return (
    <div className={styles.action} ref={place} tabIndex={-1}>
      {missing.length === 0 && isApplied ? (
        <>
          <Notice tone="success" title={t('campaign.taken_title')} isLive>
            {t('campaign.taken', { code: coupon.code })}
          </Notice>
          <CheckoutLink size="large">{t('buy.to_checkout')}</CheckoutLink>
        </>
      ) : (
        <>
          <Button size="large" isLoading={isBusy} onClick={() => run(take)}>
            {t('campaign.take')}
          </Button>
          <p className={styles.note}>{t('campaign.into_cart', { names, code: coupon.code })}</p>
          {(isGuest || isEntering) && <CampaignAccount coupon={coupon} enter={enter} />}
        </>
      )}
      {refusal !== null && <Notice tone="error">{refusal}</Notice>}
    </div>
  );
}

interface GiveawayFormProps {
  readonly giveaway: NonNullable<Campaign['giveaway']>;
  /** Giveaway entry sent without JavaScript. */
  readonly entered: Awaited<ReturnType<typeof readEntry>>;
}

const giveawayIds = { email: 'giveaway-email' } as const;

/** The giveaway form. A second entry gets the same response (docs/behaviour/tracking.md#giveaways). */
function GiveawayForm({ giveaway, entered }: GiveawayFormProps) {
  const { t } = useTranslation(['base', 'component']);
  const { actions } = useShop();
  const posted = usePostedForm('giveaway');
  const refusal = useRefusal(posted, giveawayIds);
  const form = useEmailForm(
    ({ email, isTicked }) => actions.enterGiveaway({ email, giveaway: giveaway.key, newsletter: isTicked }),
    posted,
  );
  const sent = form.sent ?? entered;

  if (sent !== null) {
    return (
      <Notice tone="success" title={t('campaign.entered_title')} isLive>
        {t('campaign.entered', { email: shownEmail(sent.email) })}
        {sent.isTicked && ` ${t('campaign.entered_newsletter')}`}
      </Notice>
    );
  }
  if (!giveaway.is_running) return <Notice>{t('campaign.not_running')}</Notice>;
  return (
    <PostForm className={styles.form} refusal={refusal} onSubmit={form.submit} aria-label={giveaway.title}>
      <EmailInput id={giveawayIds.email} error={form.errors.email} typed={posted?.values.email?.toString()} />
      <Checkbox name="checkbox" defaultChecked={posted?.values.checkbox === true}>
        {t('campaign.newsletter')}
      </Checkbox>
      <div>
        <SubmitButton form="giveaway" size="large" isLoading={form.isBusy}>
          {t('campaign.enter')}
        </SubmitButton>
      </div>
      <p className={styles.note}>
        {t('campaign.privacy')} <ShopLink to="/datenschutz">{t('component:consent.privacy')}</ShopLink>
      </p>
      {form.errors.form !== undefined && <Notice tone="error">{form.errors.form}</Notice>}
    </PostForm>
  );
}
