import { useTranslation } from 'react-i18next';
import { List } from '#ui/components/list/list.tsx';
import layout from '#ui/styles/layout.module.css';
import styles from './home-facts.module.css';

/** Three plain facts below the opening; `courseCount` is null when the programme could not be loaded. */
export function HomeFacts({ courseCount }: { readonly courseCount: number | null }) {
  const { t } = useTranslation('base');
  return (
    <div className={layout.wrap}>
      <List className={styles.facts}>
        {courseCount !== null && <li>{t('home.facts.courses', { count: courseCount })}</li>}
        <li>{t('home.facts.once')}</li>
        <li>{t('home.facts.guest')}</li>
      </List>
    </div>
  );
}
