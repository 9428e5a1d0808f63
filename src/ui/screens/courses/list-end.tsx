import { useTranslation } from 'react-i18next';
import styles from './list-end.module.css';

/** The end of the list: a gold stroke and a sentence. */
export function ListEnd({ isWhole }: { readonly isWhole: boolean }) {
  const { t } = useTranslation('base');
  return <p className={styles.end}>{isWhole ? t('courses.end') : t('courses.end_part')}</p>;
}
