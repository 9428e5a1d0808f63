import { useTranslation } from 'react-i18next';
import { Split } from '#ui/components/split/split.tsx';
import styles from './about.module.css';

/** What the course is about; the first paragraph speaks louder. */
export function About({ paragraphs }: { readonly paragraphs: readonly string[] }) {
  const { t } = useTranslation('base');
  if (paragraphs.length === 0) return null;
  return (
    <Split title={t('course.about')}>
      <div className={styles.text}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Split>
  );
}
