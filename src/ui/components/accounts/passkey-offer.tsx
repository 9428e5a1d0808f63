import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/parts/button.tsx';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { PasskeyProblem } from './passkey-problem.tsx';
import styles from './passkeys.module.css';

/** Offers to create a passkey after a login, once per browser. `onDone` is called with or without a new passkey. */
export function PasskeyOffer({ onDone }: { readonly onDone: () => unknown }) {
  const { t } = useTranslation('auth');
  const { actions } = useShop();
  const { isBusy, call, failure, error } = useApiCall();
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused login form was replaced.
  useEffect(() => heading.current?.focus(), []);

  return (
    <section className={styles.offer} aria-labelledby="passkey-offer">
      <h2 id="passkey-offer" ref={heading} tabIndex={-1}>
        {t('passkey.offer_title')}
      </h2>
      <p className={styles.text}>{t('passkey.offer')}</p>
      <PasskeyProblem failure={failure} error={error} cancelled={t('passkey.not_made')} />
      <Button
        size="large"
        isWide
        isLoading={isBusy}
        onClick={() =>
          call(
            () => actions.addPasskey(null),
            () => {
              actions.showNotification({
                title: { key: 'auth:passkey.made_title' },
                message: { key: 'auth:passkey.made' },
              });
              return onDone();
            },
          )
        }
      >
        {t('passkey.make')}
      </Button>
      <Button kind="text" onClick={() => onDone()}>
        {t('passkey.later')}
      </Button>
    </section>
  );
}
