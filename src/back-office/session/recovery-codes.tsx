import { useTranslation } from 'react-i18next';
import { CopyButton } from '#back-office/kit/copy-button.tsx';
import styles from './session.module.css';

/** Recovery codes, shown only once, with a copy button. */
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
      <CopyButton value={codes.join('\n')} />
    </>
  );
}
