import { useTranslation } from 'react-i18next';
import layout from '#ui/styles/layout.module.css';
import styles from './evening.module.css';

const acts = ['choose', 'watch', 'practise'] as const;

/** How learning here goes, printed like the acts of a programme. */
export function Evening() {
  const { t } = useTranslation('base');
  return (
    <section className={`${layout.wrap} ${layout.act}`} aria-labelledby="evening-title">
      <h2 id="evening-title">{t('home.evening.title')}</h2>
      <ol className={styles.acts}>
        {acts.map((act, index) => (
          <li key={act} className={styles.act}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{t(`home.evening.${act}.title`)}</h3>
            <p className={styles.text}>{t(`home.evening.${act}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
