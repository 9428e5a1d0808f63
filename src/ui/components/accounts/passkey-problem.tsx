import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFailure } from '#core/rules/basics/result.ts';
import { Notice } from '#ui/components/parts/notice.tsx';

interface PasskeyProblemProps {
  /** Null: shows nothing. */
  readonly failure: CallFailure | null;
  /** The text for other failures than those of the device. */
  readonly error: ReactNode;
  /** Said when the person ended the question of the device. */
  readonly cancelled: string;
}

/** Says why there is no passkey. */
export function PasskeyProblem({ failure, error, cancelled }: PasskeyProblemProps) {
  const { t } = useTranslation('auth');
  if (failure === null) return null;
  const { code } = failure;
  if (code === 'PASSKEY_CANCELLED' || code === 'PASSKEY_KNOWN') {
    return (
      <Notice tone="info" isLive>
        {code === 'PASSKEY_KNOWN' ? t('passkey.known') : cancelled}
      </Notice>
    );
  }
  return <Notice tone="error">{code === 'PASSKEY_UNAVAILABLE' ? t('passkey.unavailable') : error}</Notice>;
}
