import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { operatorCouponEndpoints } from '#api/coupons/operator-coupon-endpoints.ts';
import type { EndpointValue } from '#api/endpoint.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { type FormDescription, type FormField, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { PageHead } from '#back-office/kit/page-head.tsx';
import { createSendOnce } from '#back-office/kit/send-once.ts';
import { readEuros } from '#back-office/kit/typed-euros.ts';
import { useNames } from '#back-office/kit/use-names.ts';
import { type CouponKind, couponKinds } from '#core/model/coupon.ts';
import { productKinds } from '#core/model/product.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { SaveCodes } from './coupon-facts.tsx';
import { limitFields, limitsShape, noLimits, readLimits } from './coupon-form.ts';
import styles from './coupons.module.css';
import { type PickedProduct, ProductPicker } from './product-picker.tsx';

type Created = EndpointValue<typeof operatorCouponEndpoints.createOperatorCoupon>;

const maxRandomCodes = 10_000;

const typed = z.object({
  value: z.string(),
  codes: z.string(),
  count: z.string().check(
    z.trim(),
    z.regex(/^\d{0,5}$/),
    z.refine((count) => Number(count) <= maxRandomCodes),
  ),
  prefix: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^([A-Z0-9-]{3,40})?$/)),
  ...limitsShape,
  kinds: z.array(z.enum(productKinds)),
  campaign: z.string().check(z.trim(), z.regex(/^[a-z0-9-]{0,40}$/)),
  choices: z.array(z.enum(['is_first_purchase_only', 'is_public'])),
});

type Typed = z.output<typeof typed>;

/** Returns the number that a kind needs, from the typed text. Null if it is invalid. */
function readValue(kind: CouponKind, value: string): number | null {
  if (kind === 'fixed') return readEuros(value) || null;
  if (kind !== 'percent') return 0;
  return /^([1-9]\d?|100)$/.test(value.trim()) ? Number(value) : null;
}

const codesOf = (text: string) => text.split(/[\s,;]+/).filter((code) => code !== '');

function schemaOf(kind: CouponKind) {
  return typed.check(
    z.refine(({ value }) => readValue(kind, value) !== null, { path: ['value'] }),
    z.refine(({ codes, count }) => codesOf(codes).length > 0 !== (count !== ''), { path: ['codes'] }),
    z.refine(({ codes }) => codesOf(codes).every((code) => /^[A-Za-z0-9-]{3,40}$/.test(code)), {
      path: ['codes'],
    }),
    z.refine(({ count, prefix }) => prefix === '' || count !== '', { path: ['prefix'] }),
    z.refine(({ first_day, last_day }) => first_day === '' || last_day === '' || first_day <= last_day, {
      path: ['last_day'],
    }),
  );
}

/** Form of a new coupon; its kind is in the URL. */
export function NewCouponPage() {
  const { t } = useTranslation('backOffice');
  const name = useNames();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const kind = couponKinds.find((one) => one === search.get('kind')) ?? 'percent';
  const [free, setFree] = useState<readonly PickedProduct[]>([]);
  const [only, setOnly] = useState<readonly PickedProduct[]>([]);
  const [created, setCreated] = useState<Created | null>(null);
  // Sending the same form again after a lost response creates no second coupon; sending a changed form creates another.
  const [sendOnce] = useState(createSendOnce);
  const freeProduct = free[0]?.id ?? null;

  const valueField: Readonly<Record<CouponKind, readonly FormField<Typed>[]>> = {
    percent: [{ name: 'value', label: 'coupons.percentOff', kind: 'text' }],
    fixed: [{ name: 'value', label: 'coupons.amountOff', hint: 'coupons.amountHint', kind: 'text' }],
    free_shipping: [],
    free_product: [],
  };
  const form: FormDescription<Typed, Created> = {
    schema: schemaOf(kind),
    fields: [
      ...valueField[kind],
      { name: 'codes', label: 'coupons.codes', hint: 'coupons.codesHint', kind: 'long' },
      { name: 'count', label: 'coupons.count', hint: 'coupons.countHint', kind: 'text' },
      { name: 'prefix', label: 'coupons.prefix', hint: 'coupons.prefixHint', kind: 'text' },
      ...(limitFields as readonly FormField<Typed>[]),
      {
        name: 'kinds',
        label: 'coupons.onlyKinds',
        kind: 'choices',
        options: productKinds.map((value) => ({ value, text: name('recordType', value) })),
      },
      { name: 'campaign', label: 'coupons.campaign', hint: 'coupons.campaignHint', kind: 'text' },
      {
        name: 'choices',
        label: 'coupons.more_conditions',
        kind: 'choices',
        options: [
          { value: 'is_first_purchase_only', text: t('coupons.firstPurchase') },
          { value: 'is_public', text: t('coupons.public') },
        ],
      },
    ],
    submitLabel: 'coupons.create',
    defaultValues: {
      ...noLimits,
      value: '',
      codes: '',
      count: '',
      prefix: '',
      kinds: [],
      campaign: '',
      choices: [],
    },
    send: ({ value, codes, count, prefix, kinds, campaign, choices, ...limits }) => {
      const body = {
        kind,
        value: readValue(kind, value) ?? 0,
        free_product_id: kind === 'free_product' ? freeProduct : null,
        codes: codesOf(codes).map((code) => code.toUpperCase()),
        count: count === '' ? null : Number(count),
        prefix: prefix === '' ? null : prefix,
        ...readLimits(limits),
        product_ids: only.length === 0 ? null : only.map(({ id }) => id),
        kinds: kinds.length === 0 ? null : kinds,
        campaign: campaign === '' ? null : campaign,
        is_first_purchase_only: choices.includes('is_first_purchase_only'),
        is_public: choices.includes('is_public'),
      };
      return sendOnce(JSON.stringify(body), (id) =>
        call(operatorCouponEndpoints.createOperatorCoupon, { body: { id, ...body } }),
      );
    },
  };

  return (
    <>
      <PageHead
        title={t('coupons.newOf', { kind: name('coupon', kind) })}
        back={{ to: '/coupons', label: t('places.coupons') }}
      />
      <div className={styles.page}>
        {kind === 'free_product' && (
          <ProductPicker label={t('coupons.freeProduct')} picked={free} most={1} onChange={setFree} />
        )}
        <ProductPicker
          label={t('coupons.onlyProducts')}
          hint={t('coupons.onlyHint')}
          picked={only}
          most={100}
          onChange={setOnly}
        />
        <RecordForm
          form={form}
          onCancel={() => void navigate('/coupons')}
          onDone={(made) =>
            made.codes.length > 1 ? setCreated(made) : void navigate(`/coupons/${made.item.id}`)
          }
        />
      </div>
      <Dialog
        isOpen={created !== null}
        onClose={() => void navigate(`/coupons/${created?.item.id}`)}
        title={t('coupons.made')}
      >
        <p>{t('coupons.madeText', { count: created?.codes.length ?? 0 })}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
        <pre className={styles.codes} tabIndex={0}>
          {created?.codes.join('\n')}
        </pre>
        {created !== null && <SaveCodes coupon={created.item} />}
        <Button onClick={() => void navigate(`/coupons/${created?.item.id}`)}>{t('coupons.toCoupon')}</Button>
      </Dialog>
    </>
  );
}
