import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Learner } from '#core/model/user.ts';
import { PostForm, SubmitButton, usePostedForm, useRefusal } from '#ui/components/parts/fields/post-form.tsx';
import { Outcome, useOutcome } from '#ui/components/parts/outcome.tsx';
import { writtenEmail } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './profile.module.css';
import type { SavedForm } from './profile-action.ts';
import { ProfileSection } from './profile-section.tsx';

interface NewsletterChoiceProps {
  readonly learner: Learner;
  /** Result of a form that was saved without JavaScript. */
  readonly saved: SavedForm | null;
}

/** Subscribes to the newsletter, with confirmation by a mailed link, or unsubscribes. */
export function NewsletterChoice({ learner, saved }: NewsletterChoiceProps) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const { isBusy, error, done, change } = useOutcome();
  const [isSubscribing, setSubscribing] = useState(saved?.form === 'subscribe');
  const { newsletter, is_email_confirmed } = learner;
  const email = writtenEmail(learner);

  const refusal = useRefusal(usePostedForm('subscribe', 'unsubscribe'), {});
  const doneTexts = {
    subscribe: t('data.newsletter.sent', { email }),
    unsubscribe: t('data.newsletter.left'),
  };
  const wanted = newsletter ? 'unsubscribe' : 'subscribe';
  const savedText =
    saved?.form === 'subscribe' || saved?.form === 'unsubscribe' ? doneTexts[saved.form] : null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setSubscribing(!newsletter);
    void change(() => actions.updateProfile({ newsletter: !newsletter }), doneTexts[wanted]);
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
      <PostForm className={styles.form} refusal={refusal} onSubmit={submit}>
        <p>{newsletter ? t('data.newsletter.on', { email }) : t('data.newsletter.off')}</p>
        <Outcome
          error={error}
          done={done ?? savedText}
          title={isSubscribing ? t('data.newsletter.sent_title') : undefined}
        />
        <SubmitButton form={wanted} kind="outline" isLoading={isBusy}>
          {newsletter ? t('data.newsletter.leave') : t('data.newsletter.subscribe')}
        </SubmitButton>
      </PostForm>
    </ProfileSection>
  );
}
