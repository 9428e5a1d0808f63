import { useTranslation } from 'react-i18next';
import styles from '#ui/components/consumer-rights/legal-text.module.css';
import { ConsentChoices } from '#ui/components/tracking/consent-choices.tsx';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

/** The consent form on the privacy page, which also works without JavaScript. */
export function ConsentSettings() {
  const { t } = useTranslation(['component', 'menu']);
  const { actions, stores } = useShop();
  const { isDecided, preferences, statistics, marketing } = useStore(stores.consent, (state) => state);
  const initial = { preferences, statistics, marketing };
  return (
    <section id="cookies" className={styles.consent} aria-labelledby="cookies-title">
      <h2 id="cookies-title">{t('menu:footer.cookies')}</h2>
      <p role="status">{t(isDecided ? 'consent.decided' : 'consent.undecided')}</p>
      <ConsentChoices initial={initial} onDecide={actions.decideConsent} />
    </section>
  );
}
