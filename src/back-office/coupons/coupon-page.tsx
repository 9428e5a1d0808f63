import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import { operatorCouponEndpoints } from '#api/coupons/operator-coupon-endpoints.ts';
import { recordLoader } from '#back-office/kit/failure-page.tsx';
import { History } from '#back-office/kit/records/history.tsx';
import { Entries, Facts, RecordPage } from '#back-office/kit/records/record-page.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { OperatorCoupon } from '#core/model/operator-coupon.ts';
import { buttonClasses } from '#ui/components/parts/button.tsx';
import { CouponActions } from './coupon-actions.tsx';
import { CouponDays, CouponEffect, CouponStateTag, SaveCodes, useCouponTitle } from './coupon-facts.tsx';

export const couponLoader = recordLoader(operatorCouponEndpoints.getOperatorCoupon);

/** One coupon: its conditions, its codes, and the orders with it. */
export function CouponPage() {
  const { t } = useTranslation('backOffice');
  const coupon = useLoaderData<OperatorCoupon>();
  const titleOf = useCouponTitle();
  const { permissions } = useOperator();
  const { notice, showOutcome } = useAction();
  const { first_code, is_content, orders, history, codes } = coupon;
  return (
    <RecordPage
      title={titleOf(coupon)}
      back={{ to: '/coupons', label: 'places.coupons' }}
      tags={<CouponStateTag coupon={coupon} />}
      actions={
        <>
          {first_code !== null && (
            <Link
              to={`/coupons/try?code=${encodeURIComponent(first_code)}`}
              className={buttonClasses({ kind: 'outline' })}
            >
              {t('coupons.try')}
            </Link>
          )}
          {permissions.includes('coupons.change') && !is_content && (
            <CouponActions coupon={coupon} onOutcome={showOutcome} />
          )}
        </>
      }
      notice={notice}
      main={[
        { title: 'coupons.conditions', content: <Conditions coupon={coupon} /> },
        { title: 'coupons.orders', content: <Usage coupon={coupon} /> },
        { title: 'coupons.newest', isShown: orders.length > 0, content: <Orders coupon={coupon} /> },
      ]}
      side={[
        { title: 'coupons.codes', isShown: codes > 0, content: <Codes coupon={coupon} /> },
        {
          title: 'history.title',
          isShown: history.length > 0,
          content: <History of="coupon" changes={history} />,
        },
      ]}
    />
  );
}

interface CouponProps {
  readonly coupon: OperatorCoupon;
}

/** Effect and conditions of the coupon. */
function Conditions({ coupon }: CouponProps) {
  const { t } = useTranslation('backOffice');
  const { money } = useFormats();
  const name = useNames();
  const { products, kinds, free_product, minimum_subtotal, used, total_limit, campaign } = coupon;
  const only = [
    ...(products ?? []).map(({ title }) => title),
    ...(kinds ?? []).map((kind) => name('recordType', kind)),
  ];
  return (
    <Facts
      facts={[
        { label: 'coupons.effect', value: <CouponEffect coupon={coupon} /> },
        { label: 'coupons.freeProduct', value: free_product?.title },
        { label: 'coupons.days', value: <CouponDays coupon={coupon} /> },
        { label: 'coupons.used', value: total_limit === null ? String(used) : `${used} / ${total_limit}` },
        { label: 'coupons.perCustomer', value: coupon.per_customer_limit },
        { label: 'coupons.minimum', value: minimum_subtotal && money(minimum_subtotal) },
        { label: 'coupons.only', value: only.join(', ') },
        { label: 'coupons.campaign', value: campaign },
        { label: 'coupons.firstPurchase', value: coupon.is_first_purchase_only ? t('coupons.yes') : null },
        { label: 'coupons.public', value: coupon.is_public ? t('coupons.yes') : null },
        { label: 'coupons.origin', value: coupon.is_content ? t('coupons.fromFiles') : null },
      ]}
    />
  );
}

function Usage({ coupon: { usage } }: CouponProps) {
  const { money } = useFormats();
  return (
    <Facts
      facts={[
        { label: 'coupons.paidOrders', value: String(usage.orders) },
        { label: 'coupons.discount', value: money(usage.discount) },
        { label: 'coupons.total', value: money(usage.total) },
      ]}
    />
  );
}

function Orders({ coupon: { orders } }: CouponProps) {
  const { t } = useTranslation('backOffice');
  const { money, moment } = useFormats();
  return (
    <Entries
      entries={orders.map(({ id, code, discount, total, created_at }) => ({
        key: id,
        title: <Link to={`/orders/${id}`}>{code}</Link>,
        detail: `${moment(created_at)} · ${t('coupons.saved', { amount: money(discount) })}`,
        end: money(total),
      }))}
    />
  );
}

function Codes({ coupon }: CouponProps) {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  const { some_codes, codes } = coupon;
  const others = codes - some_codes.length;
  const save = permissions.includes('coupons.change') && <SaveCodes coupon={coupon} />;
  return (
    <Entries
      entries={[
        ...some_codes.map((code) => ({ key: code, title: <code>{code}</code> })),
        ...(others > 0 ? [{ key: '', title: t('coupons.others', { count: others }), end: save }] : []),
      ]}
    />
  );
}
