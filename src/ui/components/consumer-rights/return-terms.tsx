import { useTranslation } from 'react-i18next';
import type { ProductKind } from '#core/model/product.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';

/**
 * States the withdrawal period for a kind of product and links to the instructions
 * (docs/behaviour/consumer-rights.md#returns-beside-the-button).
 */
export function ReturnTerms({ kind }: { readonly kind: ProductKind }) {
  const { t } = useTranslation('base');
  const { days, starts_with, waiver_key } = legalProfiles[kind].withdrawal;
  const until = kind === 'voucher' ? 'voucher' : (waiver_key ?? starts_with);
  return (
    <p>
      {t(`returns.${until}`, { days })}{' '}
      <ShopLink to="/widerrufsbelehrung" prefetch="never">
        {t('returns.how')}
      </ShopLink>
    </p>
  );
}
