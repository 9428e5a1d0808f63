import { useTranslation } from 'react-i18next';
import type { Learner } from '#core/rules/session.ts';
import { learnerName } from '#ui/shell/account-menu.tsx';
import styles from './calling-card.module.css';

/** The learner as the shop knows them, on paper like a ticket that waits at the box office. */
export function CallingCard({ learner }: { readonly learner: Learner }) {
  const { t } = useTranslation('myProfile');
  const { email, firstname, courses, is_subscribed } = learner;
  return (
    <div className={styles.card} data-theme="paper">
      <p className={styles.on}>{t('data.card.on')}</p>
      <p className={styles.name}>{learnerName(learner)}</p>
      {firstname !== '' && <p className={styles.email}>{email}</p>}
      {is_subscribed ? (
        <p className={styles.seats}>{t('data.card.all_courses')}</p>
      ) : (
        courses.length > 0 && (
          <p className={styles.seats}>{t('data.card.courses', { count: courses.length })}</p>
        )
      )}
    </div>
  );
}
