import { useTranslation } from 'react-i18next';
import type { CallFailure } from '#core/rules/basics/result.ts';

/** The sentence for a failed call: the server's own where it gave one. */
export function useFailureText(): (failure: CallFailure) => string {
  const { t } = useTranslation('backOffice');
  return ({ code, detail }) => {
    if (code === 'NETWORK') return t('failure.network.text');
    return detail === '' ? t('failure.other.text') : detail;
  };
}
