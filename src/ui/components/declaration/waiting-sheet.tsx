import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/components/skeleton/skeleton.tsx';
import styles from './declaration.module.css';

/** Stands where a step comes that only this tab knows. */
export function WaitingSheet() {
  const { t } = useTranslation('base');
  return (
    <section aria-busy="true" aria-label={t('declaration.waiting')} className={styles.form}>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
    </section>
  );
}
