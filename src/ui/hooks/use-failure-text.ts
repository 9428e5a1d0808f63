import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFailure } from '#core/rules/basics/result.ts';

/**
 * Returns a function for the text of a failed call: the server's text, which is in the page's language, or a general
 * one if there was no readable response.
 */
export function useFailureText(): (failure: CallFailure | { readonly code: string }) => string {
  const { t } = useTranslation('component');
  return useCallback(
    (failure) => {
      if (failure.code === 'NETWORK') return t('failure.network');
      return 'detail' in failure && failure.detail !== '' ? failure.detail : t('failure.other');
    },
    [t],
  );
}
