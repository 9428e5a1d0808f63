import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { operatorCouponEndpoints } from '#api/coupons/operator-coupon-endpoints.ts';
import type { EndpointValue } from '#api/endpoint.ts';
import { call } from '#back-office/kit/call.ts';
import { RecordForm } from '#back-office/kit/form-dialog.tsx';
import { PageHead } from '#back-office/kit/page-head.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { CouponRefusal } from '#core/model/coupon.ts';
import { email } from '#core/model/primitives.ts';
import styles from './coupons.module.css';
import { type PickedProduct, ProductPicker } from './product-picker.tsx';

type Trial = EndpointValue<typeof operatorCouponEndpoints.tryOperatorCoupon>;

const typed = z.object({
  code: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  email: z.union([z.literal(''), email]),
  campaign: z.string().check(z.trim(), z.maxLength(40)),
});

const customerField = {
  name: 'email',
  label: 'coupons.customer',
  hint: 'coupons.customerHint',
  kind: 'email',
} as const;

/** Coupon tester: the effect of a code on a cart of a customer, or every reason for its refusal. */
export function TryCouponPage() {
  const { t } = useTranslation('backOffice');
  const [search] = useSearchParams();
  const { permissions } = useOperator();
  const [products, setProducts] = useState<readonly PickedProduct[]>([]);
  const [trial, setTrial] = useState<Trial | null>(null);
  return (
    <>
      <PageHead title={t('coupons.try')} back={{ to: '/coupons', label: t('places.coupons') }} />
      <div className={styles.page}>
        <p>{t('coupons.tryText')}</p>
        <ProductPicker
          label={t('coupons.inCart')}
          picked={products}
          most={30}
          hasQuantities
          onChange={(picked) => {
            setTrial(null);
            setProducts(picked);
          }}
        />
        <RecordForm
          form={{
            schema: typed,
            fields: [
              { name: 'code', label: 'coupons.code', kind: 'code' },
              ...(permissions.includes('customers.read') ? [customerField] : []),
              { name: 'campaign', label: 'coupons.campaign', hint: 'coupons.tryCampaign', kind: 'text' },
            ],
            submitLabel: 'coupons.tryNow',
            defaultValues: { code: search.get('code') ?? '', email: '', campaign: '' },
            send: (values) =>
              call(operatorCouponEndpoints.tryOperatorCoupon, {
                body: {
                  code: values.code,
                  email: values.email === '' ? null : values.email,
                  campaign: values.campaign === '' ? null : values.campaign,
                  products: products.map(({ id, quantity }) => ({ product_id: id, quantity })),
                },
              }),
          }}
          onDone={setTrial}
        />
        <section aria-live="polite">{trial !== null && <Outcome trial={trial} />}</section>
      </div>
    </>
  );
}

interface TrialProps {
  readonly trial: Trial;
}

function Outcome({ trial }: TrialProps) {
  const { t } = useTranslation('backOffice');
  const { coupon, kind, refusals } = trial;
  const verdict = { coupon: refusals.length === 0 ? 'applies' : 'refused', gift: 'gift', unknown: 'unknown' };
  return (
    <div className={styles.picker}>
      <h2 className={styles.verdict}>{t(`coupons.${verdict[kind] as 'applies'}`)}</h2>
      {coupon !== null && (
        <p>
          <Link to={`/coupons/${coupon.id}`}>{t('coupons.toCoupon')}</Link>
        </p>
      )}
      {kind === 'coupon' && refusals.length > 0 && <Reasons trial={trial} />}
      {kind === 'coupon' && refusals.length === 0 && <Discounts trial={trial} />}
    </div>
  );
}

/** Lists the failed conditions with the compared values. */
function Reasons({ trial: { refusals, coupon, counted_subtotal, used_by_customer } }: TrialProps) {
  const { t } = useTranslation('backOffice');
  const { money, day } = useFormats();
  const name = useNames();
  if (coupon === null) return null;
  const dayOf = (value: string | null) => (value === null ? '' : day(`${value}T12:00:00Z`));
  const { total_limit, per_customer_limit, used, minimum_subtotal, campaign } = coupon;
  const details: Readonly<Partial<Record<CouponRefusal, string>>> = {
    WRONG_CAMPAIGN: t('coupons.reason.campaign', { campaign: campaign ?? '' }),
    NOT_YET_VALID: t('coupons.reason.from', { day: dayOf(coupon.first_day) }),
    EXPIRED: t('coupons.reason.until', { day: dayOf(coupon.last_day) }),
    USED_UP: [
      ...(total_limit === null ? [] : [t('coupons.reason.used', { used, limit: total_limit })]),
      ...(per_customer_limit === null
        ? []
        : [t('coupons.reason.usedByCustomer', { used: used_by_customer, limit: per_customer_limit })]),
    ].join(' · '),
    MINIMUM_NOT_REACHED: t('coupons.reason.minimum', {
      minimum: minimum_subtotal === null ? '' : money(minimum_subtotal),
      counted: money(counted_subtotal),
    }),
  };
  return (
    <Entries
      entries={refusals.map((refusal) => ({
        key: refusal,
        title: name('refusal', refusal),
        ...(details[refusal] === undefined ? {} : { detail: details[refusal] }),
      }))}
    />
  );
}

/** Discount of each line, and the totals. */
function Discounts({ trial }: TrialProps) {
  const { t } = useTranslation('backOffice');
  const { money } = useFormats();
  const { lines, subtotal, discount, bundle_discount, total, waives_shipping } = trial;
  return (
    <Entries
      entries={[
        ...lines.map((line) => ({
          key: line.product_id,
          title: `${line.quantity} × ${line.title}`,
          detail: [
            line.discount === 0
              ? t('coupons.notLowered')
              : t('coupons.lowered', { amount: money(line.discount) }),
            ...(line.bundle_discount === 0
              ? []
              : [t('coupons.bundle', { amount: money(line.bundle_discount) })]),
          ].join(' · '),
          end: money(line.price),
        })),
        { key: '-subtotal', title: t('coupons.subtotal'), end: money(subtotal) },
        ...(bundle_discount === 0
          ? []
          : [{ key: '-bundle', title: t('coupons.bundles'), end: `− ${money(bundle_discount)}` }]),
        { key: '-discount', title: t('coupons.discount'), end: `− ${money(discount)}` },
        ...(waives_shipping ? [{ key: '-shipping', title: t('coupons.waivesShipping') }] : []),
        { key: '-total', title: t('coupons.sum'), end: <strong>{money(total)}</strong> },
      ]}
    />
  );
}
