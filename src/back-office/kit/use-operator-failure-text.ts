import { useTranslation } from 'react-i18next';
import type { CallFailure } from '#core/rules/basics/result.ts';

/** Returns the message for a failed call: the server's own if it sent one. */
export function useFailureText(): (failure: CallFailure) => string {
  const { t } = useTranslation('backOffice');
  return ({ code, detail }) => {
    if (code === 'NETWORK') return t('failure.network.text');
    return detail === '' ? t('failure.other.text') : detail;
  };
}
