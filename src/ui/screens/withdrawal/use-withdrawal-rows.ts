import { useTranslation } from 'react-i18next';
import type { Withdrawal } from '#core/rules/declaration.ts';
import type { DeclaredRow } from '#ui/components/declaration/declaration-sheet.tsx';

/** What a withdrawal declares, line by line, as its receipt says it. */
export function useWithdrawalRows(): (declared: Withdrawal) => readonly DeclaredRow[] {
  const { t } = useTranslation('base');
  return ({ code, lines, reason, name, email }) => [
    { label: t('declaration.code'), value: code },
    {
      label: t('withdrawal.scope'),
      value:
        lines === null
          ? t('withdrawal.scopes.everything')
          : lines.map(({ id, quantity }) => (quantity === null ? id : `${quantity} × ${id}`)).join('\n'),
    },
    ...(reason === null ? [] : [{ label: t('withdrawal.reason'), value: reason }]),
    { label: t('declaration.name'), value: name },
    { label: t('declaration.email'), value: email },
  ];
}
