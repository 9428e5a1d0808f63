import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Learner } from '#core/model/user.ts';
import { Button } from '#ui/components/button.tsx';
import { Outcome, useOutcome } from '#ui/components/outcome.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/** Subscribes to the newsletter, confirmed by a mailed link, or unsubscribes. */
export function NewsletterChoice({ learner }: { readonly learner: Learner }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const { isBusy, error, done, change } = useOutcome();
  const [isSubscribing, setSubscribing] = useState(false);
  const { email, newsletter, is_email_confirmed } = learner;

  async function choose(wanted: boolean): Promise<void> {
    setSubscribing(wanted);
    await change(
      () => actions.updateProfile({ newsletter: wanted }),
      wanted ? t('data.newsletter.sent', { email }) : t('data.newsletter.left'),
    );
  }

  if (!is_email_confirmed) {
    return (
      <ProfileSection title={t('data.newsletter.title')} note={t('data.newsletter.note')}>
        <p>{t('data.newsletter.unconfirmed')}</p>
      </ProfileSection>
    );
  }
  return (
    <ProfileSection title={t('data.newsletter.title')} note={t('data.newsletter.note')}>
      <div className={styles.form}>
        <p>{newsletter ? t('data.newsletter.on', { email }) : t('data.newsletter.off')}</p>
        <Outcome
          error={error}
          done={done}
          title={isSubscribing ? t('data.newsletter.sent_title') : undefined}
        />
        <Button kind="outline" isLoading={isBusy} onClick={() => choose(!newsletter)}>
          {newsletter ? t('data.newsletter.leave') : t('data.newsletter.subscribe')}
        </Button>
      </div>
    </ProfileSection>
  );
}
