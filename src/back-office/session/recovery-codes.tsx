import { useTranslation } from 'react-i18next';
import styles from './session.module.css';

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation('backOffice');
  return (
    <>
      <p className={styles.text}>{t('invitation.codesText')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </>
  );
}
