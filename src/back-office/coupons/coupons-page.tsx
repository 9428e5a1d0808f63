import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { operatorCouponEndpoints } from '#api/coupons/operator-coupon-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { type FormDescription, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { couponKinds } from '#core/model/coupon.ts';
import { couponStates, type ListedCoupon } from '#core/model/operator-coupon.ts';
import { ok } from '#core/rules/basics/result.ts';
import { Button, buttonClasses } from '#ui/components/parts/button.tsx';
import { CouponDays, CouponEffect, CouponStateTag, useCouponTitle } from './coupon-facts.tsx';

const coupons: ListDescription<ListedCoupon> = {
  title: 'places.coupons',
  searchLabel: 'coupons.search',
  empty: 'coupons.empty',
  filters: [
    {
      kind: 'choice',
      name: 'kind',
      label: 'coupons.kind',
      options: couponKinds.map((value) => ({ value, label: `names.coupon.${value}` as const })),
    },
    {
      kind: 'choice',
      name: 'state',
      label: 'coupons.state',
      options: couponStates.map((value) => ({ value, label: `names.couponState.${value}` as const })),
    },
  ],
  columns: [
    { label: 'coupons.code', place: 'title', cell: (coupon) => <Title coupon={coupon} /> },
    { label: 'coupons.effect', place: 'main', cell: (coupon) => <CouponEffect coupon={coupon} /> },
    { label: 'coupons.state', place: 'meta', cell: (coupon) => <CouponStateTag coupon={coupon} /> },
    { label: 'coupons.days', place: 'meta', cell: (coupon) => <CouponDays coupon={coupon} /> },
    { label: 'coupons.campaign', place: 'meta', cell: ({ campaign }) => campaign ?? '' },
    {
      label: 'coupons.used',
      place: 'amount',
      cell: ({ used, total_limit }) => (total_limit === null ? used : `${used} / ${total_limit}`),
    },
  ],
  keyOf: ({ id }) => id,
  pathOf: ({ id }) => `/coupons/${id}`,
  actions: () => <Actions />,
  find: (query, signal) => call(operatorCouponEndpoints.listOperatorCoupons, { query }, { signal }),
};

export const couponsLoader = listLoader(coupons);

export function CouponsPage() {
  return <ListPage list={coupons} />;
}

function Title({ coupon }: { readonly coupon: ListedCoupon }) {
  return useCouponTitle()(coupon);
}

const newCoupon = z.object({ kind: z.enum(couponKinds) });

/** Links to the coupon tester and to a new coupon, whose form depends on its kind. */
function Actions() {
  const { t } = useTranslation('backOffice');
  const name = useNames();
  const navigate = useNavigate();
  const { permissions } = useOperator();
  const [isOpen, setOpen] = useState(false);
  const form: FormDescription<z.output<typeof newCoupon>, z.output<typeof newCoupon>> = {
    schema: newCoupon,
    fields: [
      {
        name: 'kind',
        label: 'coupons.kind',
        kind: 'choice',
        options: couponKinds.map((value) => ({ value, text: name('coupon', value) })),
      },
    ],
    submitLabel: 'coupons.next',
    defaultValues: { kind: 'percent' },
    send: async (values) => ok(values),
  };
  return (
    <>
      <Link to="/coupons/try" className={buttonClasses({ kind: 'outline' })}>
        {t('coupons.try')}
      </Link>
      {permissions.includes('coupons.change') && (
        <Button onClick={() => setOpen(true)}>{t('coupons.new')}</Button>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('coupons.new')}>
        <RecordForm
          form={form}
          onCancel={() => setOpen(false)}
          onDone={({ kind }) => void navigate(`/coupons/new?kind=${kind}`)}
        />
      </Dialog>
    </>
  );
}
