import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import type { Subscription } from '#core/model/subscription.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import { takesPaymentMethod } from '#core/rules/subscriptions/subscription-terms.ts';
import type { ApiResult } from '#core/storefront/kernel/context.ts';
import { Badge } from '#ui/components/parts/badge.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { ConfirmDialog } from '#ui/components/parts/dialog/dialog.tsx';
import { FactList } from '#ui/components/parts/fact-list.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { ListFailed } from '#ui/components/parts/list-failed.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { Outcome, useOutcome } from '#ui/components/parts/outcome.tsx';
import { EmptyState, List } from '#ui/components/parts/page-parts.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { useMethodText } from '#ui/components/payments/use-method-text.ts';
import { useFocusFallback } from '#ui/hooks/overlays/use-focus-fallback.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './purchases.module.css';

/** Memberships and subscriptions, running ones first. */
export function Subscriptions({ subscriptions }: { readonly subscriptions: readonly Subscription[] | null }) {
  const { t } = useTranslation('myProfile');
  return (
    <section aria-labelledby="subscriptions-title">
      <h2 id="subscriptions-title">{t('purchases.contracts')}</h2>
      {subscriptions === null ? (
        <ListFailed />
      ) : subscriptions.length === 0 ? (
        <EmptyState
          headingLevel={3}
          title={t('purchases.no_contract.title')}
          text={t('purchases.no_contract.text')}
          link={{ to: '/preise', kind: 'outline', label: t('purchases.no_contract.action') }}
        />
      ) : (
        <List className={styles.subscriptions}>
          {subscriptions.map((subscription) => (
            <li key={subscription.id}>
              <SubscriptionCard subscription={subscription} />
            </li>
          ))}
        </List>
      )}
    </section>
  );
}

/** A subscription: price, paid period, next charge, end. */
function SubscriptionCard({ subscription }: { readonly subscription: Subscription }) {
  const { t } = useTranslation('myProfile');
  const { product, status, contract_code } = subscription;
  const titleId = `subscription-${subscription.id}`;
  return (
    <article className={styles.card} data-over={status === 'expired' || undefined} aria-labelledby={titleId}>
      <div className={styles.picture}>
        <Picture name={product.picture} alt="" width={112} ratio="1/1" sizes="112px" />
      </div>
      <div className={styles.body}>
        <div className={styles.head}>
          <h3 id={titleId}>{product.title}</h3>
          <Badge tone={status === 'active' ? 'gold' : 'plain'}>{t(`purchases.status.${status}`)}</Badge>
        </div>
        <p className={styles.code}>{t('purchases.contract_code', { code: contract_code })}</p>
        <SubscriptionFacts subscription={subscription} />
        {status === 'past_due' && <PastDue subscription={subscription} />}
        <SubscriptionEnd subscription={subscription} />
      </div>
    </article>
  );
}

function SubscriptionFacts({ subscription }: { readonly subscription: Subscription }) {
  const { t } = useTranslation('myProfile');
  const locale = useLocale();
  const dateText = useDateText();
  const methodText = useMethodText();
  const { price, period_months, renews, paid_from, paid_until, next_charge, payment_method } = subscription;
  return (
    <FactList
      className={styles.facts}
      facts={[
        renews && {
          label: t('purchases.price'),
          value: t(period_months === 12 ? 'purchases.a_year' : 'purchases.a_month', {
            price: formatPrice(price, locale),
          }),
        },
        {
          label: t(renews ? 'purchases.paid' : 'purchases.redeemed'),
          value: t('purchases.period', { from: dateText(paid_from), until: dateText(paid_until) }),
        },
        next_charge !== null && {
          label: t('purchases.next_charge'),
          value: t('purchases.charge', {
            amount: formatPrice(next_charge.amount, locale),
            day: dateText(next_charge.day),
          }),
        },
        takesPaymentMethod(subscription) && {
          label: t('purchases.method'),
          value: (
            <>
              {payment_method === null ? t('purchases.no_method') : methodText(payment_method)}{' '}
              <ShopLink
                to={`/profil/payment?vertrag=${subscription.id}`}
                reloadDocument
                className={styles.change}
                aria-label={t('purchases.change_method_of', { title: subscription.product.title })}
              >
                {t('purchases.change_method')}
              </ShopLink>
            </>
          ),
        },
      ]}
    />
  );
}

/** Shown after a declined charge: the date of the next attempt. */
function PastDue({ subscription }: { readonly subscription: Subscription }) {
  const { t } = useTranslation('myProfile');
  const dateText = useDateText();
  const day = subscription.next_charge?.day ?? calendarDay(Date.now());
  return (
    <Notice tone="warning" title={t('purchases.past_due_title')}>
      {t('purchases.past_due', { day: dateText(day) })}
    </Notice>
  );
}

/** The end of the subscription, with the buttons to cancel or resume it. */
function SubscriptionEnd({ subscription }: { readonly subscription: Subscription }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const { revalidate } = useRevalidator();
  const { isBusy, error, done, change } = useOutcome();
  const [isConfirming, setConfirming] = useState(false);
  const endText = useEndText(subscription);
  const { id, product, on_cancel, can_resume } = subscription;
  // The pressed button is removed when its call has succeeded.
  const ending = useRef<HTMLDivElement>(null);
  useFocusFallback(ending, ending);

  async function changeEnd(work: (id: string) => ApiResult<Subscription>, words: string): Promise<void> {
    await change(async () => {
      const response = await work(id);
      if (response.ok) await revalidate();
      return response;
    }, words);
  }

  return (
    <div ref={ending} tabIndex={-1} className={styles.ending}>
      {endText !== null && <p>{endText}</p>}
      <Outcome error={error} done={done} />
      {on_cancel !== null && (
        <Button
          kind="outline"
          aria-label={t('purchases.cancel_of', { title: product.title })}
          onClick={() => setConfirming(true)}
        >
          {t('purchases.cancel')}
        </Button>
      )}
      {can_resume && (
        <Button
          kind="outline"
          isLoading={isBusy}
          onClick={() => changeEnd(actions.resumeSubscription, t('purchases.resumed'))}
        >
          {t('purchases.resume')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('purchases.cancel_title', { title: product.title })}
        description={endText}
        cancelLabel={t('purchases.cancel_keep')}
        confirmLabel={t('purchases.cancel_confirm')}
        finalFocus={on_cancel === null ? ending : undefined}
        onConfirm={() => changeEnd(actions.cancelSubscription, t('purchases.cancelled'))}
      />
    </div>
  );
}

function useEndText(subscription: Subscription): string | null {
  const { t } = useTranslation('myProfile');
  const locale = useLocale();
  const dateText = useDateText();
  const { status, renews, on_cancel, cancelled_at, ends_on, can_resume } = subscription;
  if (on_cancel !== null) {
    const day = dateText(on_cancel.ends_on);
    const amount = formatPrice(on_cancel.refund, locale);
    return on_cancel.refund > 0
      ? t('purchases.on_cancel_refund', { day, amount })
      : t('purchases.on_cancel', { day });
  }
  if (ends_on === null) return cancelled_at === null ? null : t('purchases.cancel_noted');
  const day = dateText(ends_on);
  if (status === 'expired') return t('purchases.ended', { day });
  if (!renews) return t('purchases.ends_by_itself', { day });
  return can_resume ? t('purchases.ends', { day }) : t('purchases.ends_for_good', { day });
}
