import { useTranslation } from 'react-i18next';
import { List } from '#ui/components/list/list.tsx';
import { Split } from '#ui/components/split/split.tsx';
import styles from './goals.module.css';

export interface GoalsProps {
  readonly goals: readonly string[];
  /** What a learner needs at hand. */
  readonly material: string;
}

/** What one learns, and what has to lie on the table for it. */
export function Goals({ goals, material }: GoalsProps) {
  const { t } = useTranslation('base');
  return (
    <Split title={t('course.goals')}>
      <List className={styles.goals}>
        {goals.map((goal) => (
          <li key={goal}>{goal}</li>
        ))}
      </List>
      <div className={styles.material}>
        <h3>{t('course.material')}</h3>
        <p>{material}</p>
      </div>
    </Split>
  );
}
