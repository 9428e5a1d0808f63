import { useTranslation } from 'react-i18next';
import { operatorCouponEndpoints } from '#api/coupons/operator-coupon-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { SaveButton } from '#back-office/kit/files/save-button.tsx';
import { Tag, type Tone } from '#back-office/kit/tag.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { ListedCoupon } from '#core/model/operator-coupon.ts';
import { cents } from '#core/rules/basics/money.ts';

interface CouponProps<Name extends keyof ListedCoupon> {
  readonly coupon: Pick<ListedCoupon, Name>;
}

const tones: Readonly<Record<ListedCoupon['state'], Tone>> = {
  running: 'good',
  planned: 'waiting',
  ended: 'quiet',
  used_up: 'quiet',
  withdrawn: 'quiet',
};

export function CouponStateTag({ coupon: { state } }: CouponProps<'state'>) {
  const name = useNames();
  return <Tag tone={tones[state]}>{name('couponState', state)}</Tag>;
}

/** Returns the title of a coupon: its first code, and the number of further codes. */
export function useCouponTitle(): (coupon: Pick<ListedCoupon, 'first_code' | 'codes'>) => string {
  const { t } = useTranslation('backOffice');
  return ({ first_code, codes }) =>
    first_code === null
      ? t('coupons.noCode')
      : codes === 1
        ? first_code
        : t('coupons.more', { code: first_code, count: codes - 1 });
}

/** Effect of a coupon: `10 %`, an amount, or the name of its kind. */
export function CouponEffect({ coupon: { kind, value } }: CouponProps<'kind' | 'value'>) {
  const { t } = useTranslation('backOffice');
  const { money } = useFormats();
  const name = useNames();
  if (kind === 'percent') return t('coupons.percent', { value });
  return kind === 'fixed' ? money(cents(value)) : name('coupon', kind);
}

/** Days on which the coupon is valid; always, if it has none. */
export function CouponDays({ coupon: { first_day, last_day } }: CouponProps<'first_day' | 'last_day'>) {
  const { t } = useTranslation('backOffice');
  const { day } = useFormats();
  const [first = '', last = ''] = [first_day, last_day].map((one) =>
    one === null ? '' : day(`${one}T12:00:00Z`),
  );
  if (first === '') return last === '' ? t('coupons.always') : t('coupons.until', { day: last });
  return last === '' ? t('coupons.from', { day: first }) : `${first} – ${last}`;
}

/** Exports all codes; the screens list only a few. */
export function SaveCodes({ coupon: { id } }: CouponProps<'id'>) {
  const { t } = useTranslation('backOffice');
  return (
    <SaveButton
      load={(options) => call(operatorCouponEndpoints.exportCouponCodes, { params: { id } }, options)}
    >
      {t('list.export')}
    </SaveButton>
  );
}
