import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/parts/button.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { PasskeyProblem } from './passkey-problem.tsx';
import styles from './passkeys.module.css';

/** Milliseconds until a new challenge is requested. A challenge is valid for ten minutes. */
const roundLength = 9 * 60_000;

/**
 * Logs in with a passkey: by a button and, where supported, by autofill in the e-mail field. `onLoggedIn` is called
 * after a login.
 */
export function PasskeyLogin({ onLoggedIn }: { readonly onLoggedIn: () => unknown }) {
  const { t } = useTranslation('auth');
  const { actions } = useShop();
  const { isBusy, call, failure, error } = useApiCall();
  const [isPossible, setPossible] = useState(true);
  /**
   * Number of the autofill request. A new one starts after `roundLength`, and when the button's dialog is cancelled,
   * which ends the request before.
   */
  const [round, setRound] = useState(0);
  const [isRefused, setRefused] = useState(false);
  const done = useRef(onLoggedIn);
  done.current = onLoggedIn;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round begins anew
  useEffect(() => {
    let isLeft = false;
    if (!('PublicKeyCredential' in window)) {
      setPossible(false);
      return;
    }
    const nextRound = setTimeout(() => setRound((now) => now + 1), roundLength);
    void actions.suggestPasskeys().then((started) => {
      clearTimeout(nextRound);
      if (isLeft || started === null) return;
      // Not requested again: the browser would suggest the same passkey.
      if (started.ok) done.current();
      else setRefused(true);
    });
    return () => {
      isLeft = true;
      clearTimeout(nextRound);
      void actions.stopPasskeys();
    };
  }, [actions, round]);

  if (!isPossible) return null;
  // Both the button and autofill may fail; only one error is shown.
  const hasFailed = failure !== null && failure.code !== 'PASSKEY_CANCELLED';
  return (
    <div className={styles.login}>
      <Button
        kind="outline"
        isWide
        isLoading={isBusy}
        onClick={async () => {
          setRefused(false);
          await call(
            async () => {
              const started = await actions.logInWithPasskey();
              if (!started.ok && started.error.code === 'PASSKEY_CANCELLED') setRound((now) => now + 1);
              return started;
            },
            () => done.current(),
          );
        }}
      >
        {t('passkey.login')}
      </Button>
      {isRefused && !hasFailed && <Notice tone="error">{t('passkey.refused')}</Notice>}
      <PasskeyProblem failure={failure} error={error} cancelled={t('passkey.cancelled')} />
    </div>
  );
}
