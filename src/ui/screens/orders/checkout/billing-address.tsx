import { type Ref, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#ui/components/parts/fields/choices.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { Skeleton } from '#ui/components/parts/skeleton.tsx';
import type { BillingAddressHandle } from './billing-form.tsx';

const BillingForm = lazyPart(() => import('./billing-form.tsx'), 'BillingForm');

/** The invoice address: the delivery address, or another one with its own fields. */
export function BillingAddress({ ref }: { readonly ref: Ref<BillingAddressHandle> }) {
  const { t } = useTranslation('checkout');
  const [isSame, setSame] = useState(true);
  return (
    <div>
      <Checkbox checked={isSame} onChange={(event) => setSame(event.currentTarget.checked)}>
        {t('payment.same_address')}
      </Checkbox>
      {!isSame && (
        <Suspense fallback={<Skeleton shape="block" />}>
          <BillingForm ref={ref} />
        </Suspense>
      )}
    </div>
  );
}
