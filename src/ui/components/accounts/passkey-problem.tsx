import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFailure } from '#core/rules/basics/result.ts';
import { Notice, NoticeRegion } from '#ui/components/parts/notice.tsx';

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
  const code = failure?.code;
  const message =
    code === 'PASSKEY_KNOWN' ? t('passkey.known') : code === 'PASSKEY_CANCELLED' ? cancelled : null;
  return (
    <>
      <NoticeRegion>{message !== null && <Notice>{message}</Notice>}</NoticeRegion>
      {failure !== null && message === null && (
        <Notice tone="error">{code === 'PASSKEY_UNAVAILABLE' ? t('passkey.unavailable') : error}</Notice>
      )}
    </>
  );
}
