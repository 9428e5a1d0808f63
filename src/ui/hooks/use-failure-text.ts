import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFailure } from '#core/rules/result.ts';

/**
 * What to tell people about a call that did not work: the host's own sentence, which is in their language; if no answer
 * came or it could not be read, a sentence of ours.
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
