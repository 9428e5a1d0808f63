import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import styles from '#ui/screens/login/form.module.css';

/** A link that was used or is too old, and the way to a new one. */
export function ExpiredLink() {
  const { t } = useTranslation('auth');
  return (
    <div className={styles.form}>
      <Notice tone="error" title={t('password.expired_title')}>
        {t('password.expired')}
      </Notice>
      <LinkButton to="/auth/passwort" size="large" isWide>
        {t('password.expired_action')}
      </LinkButton>
    </div>
  );
}
