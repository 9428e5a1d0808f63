import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/model/product.ts';
import type { Subscription } from '#core/model/subscription.ts';
import { planOffer } from '#core/rules/subscriptions/subscription-terms.ts';
import { AddToCart } from '#ui/components/carts/add-to-cart.tsx';
import type { ButtonLook } from '#ui/components/parts/button.tsx';
import { LinkButton, ShopLink } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { useDateText } from '#ui/hooks/use-formats.ts';

interface PlanActionProps extends ButtonLook {
  readonly product: ProductCard;
  readonly plans: readonly Subscription[];
  /** Notes on the purchase, shown below the button. */
  readonly children?: ReactNode;
}

/**
 * The purchase button of a membership or subscription. Subscribers see its next charge or end instead, and a link to
 * manage it.
 */
export function PlanAction({ product, plans, children, ...look }: PlanActionProps) {
  const { t } = useTranslation('base');
  const dateText = useDateText();
  const { offer, plan } = planOffer(product, plans);
  if (plan === null) {
    return (
      <>
        <AddToCart product={product} {...look} />
        {children}
      </>
    );
  }
  if (offer === 'included') return <Notice>{t('plan.included', { title: plan.product.title })}</Notice>;
  return (
    <>
      <Notice
        tone="success"
        title={plan.product.kind === 'membership' ? t('plan.member') : t('plan.subscriber')}
      >
        {plan.next_charge === null
          ? t('plan.until', { day: dateText(plan.ends_on ?? plan.paid_until) })
          : t('plan.renews', { day: dateText(plan.next_charge.day) })}{' '}
        <ShopLink to="/profil/subscription">{t('plan.manage')}</ShopLink>
      </Notice>
      <LinkButton to="/profil/master" {...look}>
        {t('plan.watch')}
      </LinkButton>
    </>
  );
}
