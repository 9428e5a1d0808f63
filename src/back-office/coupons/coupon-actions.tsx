import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { operatorCouponEndpoints } from '#api/coupons/operator-coupon-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { confirmationForm } from '#back-office/kit/form-dialog.tsx';
import { RecordAction } from '#back-office/kit/records/record-action.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { OperatorCoupon } from '#core/model/operator-coupon.ts';
import { limitFields, limitsShape, limitValues, readLimits } from './coupon-form.ts';

interface CouponActionsProps {
  readonly coupon: OperatorCoupon;
  /** Called with the outcome of an action. */
  readonly onOutcome: (text: string) => void;
}

/** Actions of a coupon: change its days and limits, or end it. */
export function CouponActions({ coupon, onOutcome }: CouponActionsProps) {
  const { t } = useTranslation('backOffice');
  const { locale } = useFormats();
  const params = { id: coupon.id };
  const shown = limitValues(coupon, locale);
  return (
    <>
      <RecordAction
        label="coupons.change"
        text={t('coupons.changeText')}
        form={{
          schema: z.object(limitsShape),
          fields: limitFields,
          defaultValues: shown,
          submitLabel: 'coupons.save',
          send: (typed) =>
            call(operatorCouponEndpoints.changeOperatorCoupon, {
              params,
              body: { ...readLimits(typed), seen: readLimits(shown) },
            }),
        }}
        onDone={() => onOutcome(t('coupons.changed'))}
      />
      {coupon.state !== 'ended' && (
        <RecordAction
          label="coupons.end"
          text={t('coupons.endText')}
          form={confirmationForm('coupons.end', () =>
            call(operatorCouponEndpoints.endOperatorCoupon, { params }),
          )}
          onDone={() => onOutcome(t('coupons.ended'))}
        />
      )}
    </>
  );
}
