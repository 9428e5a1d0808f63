import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConsentChoice, everyPurpose, noPurpose } from '#core/rules/tracking/consent.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import styles from '#ui/components/tracking/consent-choices.module.css';
import { ConsentBarScript } from '#ui/document/page-scripts.tsx';
import { useBarHeight } from '#ui/hooks/use-bar-height.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

const ConsentChoices = lazyPart(
  () => import('#ui/components/tracking/consent-choices.tsx'),
  'ConsentChoices',
);

interface ConsentBannerProps {
  /** Whether it was opened from the footer. */
  readonly isReopened: boolean;
  readonly onDecided: () => void;
}

/**
 * Asks for consent (docs/behaviour/tracking.md#consent-banner). Refusing takes one press like accepting, and nothing is
 * preselected. The server renders it depending on the cookie. It does not take the focus by itself.
 */
export function ConsentBanner({ isReopened, onDecided }: ConsentBannerProps) {
  const { t } = useTranslation('component');
  const { actions, stores } = useShop();
  const consent = useStore(stores.consent, (state) => state);
  const [isChoosing, setChoosing] = useState(false);
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const bar = useBarHeight<HTMLElement>('--consent-bar');

  // The title takes the focus when the banner was opened from the footer, or when the pressed button was replaced.
  useEffect(() => {
    if (isChoosing || isReopened) title.current?.focus();
  }, [isChoosing, isReopened]);

  function decide(choice: ConsentChoice): void {
    actions.decideConsent(choice);
    setChoosing(false);
    onDecided();
  }

  return (
    <>
      <section ref={bar} className={styles.banner} aria-labelledby={titleId} data-theme="paper">
        <h2 id={titleId} ref={title} tabIndex={-1} className={styles.title}>
          {t('consent.title')}
        </h2>
        <p className={styles.text}>
          {t('consent.text')} <ShopLink to="/datenschutz">{t('consent.privacy')}</ShopLink>
          {!(isChoosing || isReopened) && (
            <>
              {' · '}
              <button type="button" className={styles.choose} onClick={() => setChoosing(true)}>
                {t('consent.choose')}
              </button>
            </>
          )}
        </p>
        {isChoosing || isReopened ? (
          <Suspense fallback={null}>
            <ConsentChoices initial={consent} onDecide={decide} />
          </Suspense>
        ) : (
          <div className={styles.buttons}>
            <Button kind="outline" data-consent="all" onClick={() => decide(everyPurpose)}>
              {t('consent.all')}
            </Button>
            <Button kind="outline" data-consent="none" onClick={() => decide(noPurpose)}>
              {t('consent.none')}
            </Button>
          </div>
        )}
      </section>
      <ConsentBarScript />
    </>
  );
}
