import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PostForm, SubmitButton, usePostedForm, useRefusal } from '#ui/components/parts/fields/post-form.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { Outcome, useOutcome } from '#ui/components/parts/outcome.tsx';
import { useLearner, writtenEmail } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './unconfirmed-email.module.css';

/** Query parameter of a page whose form has sent the link without JavaScript. */
export const linkSent = { name: 'schritt', value: 'link' } as const;

interface UnconfirmedEmailProps {
  /** Text that says which action needs a confirmed address. */
  readonly text: (email: string) => string;
}

/**
 * Asks learners to confirm their e-mail address and can resend the link. Renders nothing for guests and confirmed
 * addresses.
 */
export function UnconfirmedEmail({ text }: UnconfirmedEmailProps) {
  const { t } = useTranslation('component');
  const { actions } = useShop();
  const learner = useLearner();
  const [query] = useSearchParams();
  const { isBusy, error, done, change } = useOutcome();
  const refusal = useRefusal(usePostedForm('email_confirmation'), {});
  if (learner === null || learner.is_email_confirmed) return null;
  const email = writtenEmail(learner);
  const sent = t('unconfirmed.sent', { email });
  const isSent = query.get(linkSent.name) === linkSent.value;
  return (
    <PostForm
      className={styles.form}
      refusal={refusal}
      onSubmit={(event) => {
        event.preventDefault();
        void change(actions.requestEmailConfirmation, sent);
      }}
    >
      <Notice tone="info" title={t('unconfirmed.title')} isLive>
        {text(email)}
      </Notice>
      <Outcome error={error} done={done ?? (isSent ? sent : null)} />
      <div>
        <SubmitButton form="email_confirmation" kind="outline" isLoading={isBusy}>
          {t('unconfirmed.again')}
        </SubmitButton>
      </div>
    </PostForm>
  );
}
