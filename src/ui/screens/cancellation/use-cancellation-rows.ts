import { useTranslation } from 'react-i18next';
import type { Cancellation } from '#core/rules/declaration.ts';
import type { DeclaredRow } from '#ui/components/declaration/declaration-sheet.tsx';
import { useDateText } from '#ui/hooks/use-date-text.ts';

/** What a cancellation declares, line by line, as its receipt says it. */
export function useCancellationRows(): (declared: Cancellation) => readonly DeclaredRow[] {
  const { t } = useTranslation('base');
  const dateText = useDateText();
  return ({ code, kind, ends_on, reason, name, email }) => [
    { label: t('declaration.code'), value: code },
    { label: t('cancellation.kind'), value: t(`cancellation.kinds.${kind}`) },
    {
      label: t('cancellation.end'),
      value: ends_on === null ? t('cancellation.ends.soonest') : dateText(ends_on),
    },
    ...(reason === null ? [] : [{ label: t('cancellation.reason'), value: reason }]),
    { label: t('declaration.name'), value: name },
    { label: t('declaration.email'), value: email },
  ];
}
