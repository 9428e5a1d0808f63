import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLocale } from '#back-office/kit/operator-texts.ts';
import styles from './session.module.css';

/** Layout of the screens before login. */
export function LoginLayout({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t, i18n } = useTranslation('backOffice');
  const other = i18n.language === 'de' ? 'en' : 'de';
  useEffect(() => {
    document.title = `${title} · ${t('shell.name')}`;
  }, [title, t]);
  return (
    <main className={styles.layout} data-theme="ink">
      <div className={styles.box}>
        <div>
          <p className={styles.brand}>Meisterhand</p>
          <h1 className={styles.title}>{title}</h1>
        </div>
        {children}
        <button type="button" className={styles.language} lang={other} onClick={() => chooseLocale(other)}>
          {t('shell.otherLanguage')}
        </button>
      </div>
    </main>
  );
}
