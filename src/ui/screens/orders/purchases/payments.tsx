import { useTranslation } from 'react-i18next';
import type { PaymentRecord } from '#core/model/payment.ts';
import type { Page } from '#core/model/values.ts';
import { cents, formatPrice } from '#core/rules/basics/money.ts';
import { stepQuery } from '#ui/components/consumer-rights/use-declaration.ts';
import { Badge } from '#ui/components/parts/badge.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { PageLinks } from '#ui/components/parts/links/page-links.tsx';
import { ListFailed } from '#ui/components/parts/list-failed.tsx';
import { EmptyState } from '#ui/components/parts/page-parts.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { useMethodText } from '#ui/components/payments/use-method-text.ts';
import { TrackingLinks } from '#ui/components/tracking/tracking-link.tsx';
import { useDateOfText } from '#ui/hooks/use-formats.ts';
import { useLangOf, useLocale } from '#ui/hooks/use-locale.ts';
import styles from './payments.module.css';

/** Payments and refunds, newest first, paginated. */
export function Payments({ payments }: { readonly payments: Page<PaymentRecord> | null }) {
  const { t } = useTranslation('myProfile');
  return (
    <section aria-labelledby="payments-title">
      <h2 id="payments-title">{t('purchases.payments')}</h2>
      {payments === null ? <ListFailed /> : <PaymentPage payments={payments} />}
    </section>
  );
}

function PaymentPage({ payments }: { readonly payments: Page<PaymentRecord> }) {
  const { t } = useTranslation('myProfile');
  const { items, total } = payments;
  if (items.length === 0) {
    return (
      <EmptyState
        headingLevel={3}
        title={t('purchases.nothing_paid.title')}
        text={t('purchases.nothing_paid.text')}
        link={{
          to: total === 0 ? '/kurse' : '/profil/subscription',
          kind: 'outline',
          label: t(total === 0 ? 'purchases.nothing_paid.action' : 'purchases.first_page'),
        }}
      />
    );
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role where list-style is none */}
      <ol role="list" className={styles.list}>
        {items.map((payment) => (
          <Payment key={payment.id} payment={payment} />
        ))}
      </ol>
      <PageLinks
        page={payments}
        pathOf={(page) => (page === 1 ? '/profil/subscription' : `/profil/subscription?seite=${page}`)}
      />
    </>
  );
}

function Payment({ payment }: { readonly payment: PaymentRecord }) {
  const { t } = useTranslation('myProfile');
  const dateOf = useDateOfText();
  const langOf = useLangOf();
  const { kind, date, order_id, order_code, title, language, picture, items, state } = payment;
  const isRefund = kind === 'refund';
  return (
    <li className={styles.row}>
      {picture !== null && (
        <Picture name={picture} alt="" width={64} ratio="3/4" className={styles.picture} />
      )}
      <div className={styles.what}>
        <p className={styles.quiet}>
          <time dateTime={date}>{dateOf(date)}</time>
          {' · '}
          {t('purchases.order_code', { code: order_code })}
        </p>
        <h3 className={styles.title}>
          {isRefund && `${t('purchases.refund')} `}
          <span lang={langOf(language)}>{title}</span>
          {items > 1 && ` ${t('purchases.more', { count: items - 1 })}`}
        </h3>
        <ParcelState payment={payment} />
        <p className={styles.links}>
          <Invoice payment={payment} />
          {!isRefund && (
            <ShopLink
              to={`/checkout/complete/${order_id}`}
              reloadDocument
              aria-label={t('purchases.order_of', { code: order_code })}
            >
              {t('purchases.order')}
            </ShopLink>
          )}
          {payment.can_be_given && (
            <ShopLink
              to={`/checkout/complete/${order_id}#verschenken`}
              reloadDocument
              aria-label={t('purchases.give_again_of', { code: order_code })}
            >
              {t('purchases.give_again')}
            </ShopLink>
          )}
          {!isRefund && (
            <ShopLink
              to={`/widerrufsbelehrung${stepQuery('form')}&bestellung=${order_code}`}
              prefetch="never"
              aria-label={t('purchases.withdraw_from', { code: order_code })}
            >
              {t('purchases.withdraw')}
            </ShopLink>
          )}
        </p>
      </div>
      <div className={styles.how}>
        <Amount payment={payment} />
        <Badge tone={state === 'paid' ? 'gold' : 'plain'}>{t(`purchases.state.${state}`)}</Badge>
      </div>
    </li>
  );
}

/** Shipping state of the goods. Renders nothing for payments without goods. */
function ParcelState({ payment: { parcel } }: { readonly payment: PaymentRecord }) {
  const { t } = useTranslation('myProfile');
  if (parcel === null || parcel.fulfilment === 'none') return null;
  return (
    <p className={styles.quiet}>
      {t(
        `purchases.parcel.${parcel.fulfilment === 'open' && parcel.parcels.length > 0 ? 'part' : parcel.fulfilment}`,
      )}{' '}
      <TrackingLinks parcels={parcel.parcels} />
    </p>
  );
}

function Amount({ payment }: { readonly payment: PaymentRecord }) {
  const { t } = useTranslation('myProfile');
  const locale = useLocale();
  const methodText = useMethodText();
  const { amount, credit, method } = payment;
  const ways = [
    ...(method === null || amount === 0 ? [] : [methodText(method)]),
    ...(credit === 0
      ? []
      : [t('purchases.credit', { amount: formatPrice(cents(Math.abs(credit)), locale) })]),
  ];
  return (
    <div>
      <p className={styles.amount}>{formatPrice(cents(amount + credit), locale)}</p>
      {ways.length > 0 && <p className={styles.quiet}>{ways.join(' + ')}</p>}
    </div>
  );
}

function Invoice({ payment }: { readonly payment: PaymentRecord }) {
  const { t } = useTranslation('myProfile');
  const { invoice_url, kind, order_code } = payment;
  if (invoice_url === null) return null;
  const isRefund = kind === 'refund';
  return (
    <a
      href={invoice_url}
      target="_blank"
      rel="noopener"
      aria-label={t(isRefund ? 'purchases.correction_of' : 'purchases.invoice_of', { code: order_code })}
    >
      {t(isRefund ? 'purchases.correction' : 'purchases.invoice')}
    </a>
  );
}
