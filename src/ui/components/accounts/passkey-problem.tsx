import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFailure } from '#core/rules/basics/result.ts';
import { Notice } from '#ui/components/parts/notice.tsx';

interface PasskeyProblemProps {
  /** Null hides the message. */
  readonly failure: CallFailure | null;
  /** Text for errors that do not come from the device. */
  readonly error: ReactNode;
  /** Text for a dialog of the device that was cancelled. */
  readonly cancelled: string;
}

/** Explains why using or creating a passkey failed. */
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
