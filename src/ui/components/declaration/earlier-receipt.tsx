import { useTranslation } from 'react-i18next';
import type { DeclarationReceipt } from '#core/rules/declaration.ts';
import { Notice } from '#ui/components/notice/notice.tsx';

/** Says to who comes back to the form that the last declaration stands. */
export function EarlierReceipt({ receipt }: { readonly receipt: DeclarationReceipt | null }) {
  const { t } = useTranslation('base');
  if (receipt === null) return null;
  return <Notice tone="success">{t('declaration.earlier', { reference: receipt.reference })}</Notice>;
}
