import type { ReactNode } from 'react';
import { classNames } from '#ui/components/class-names.ts';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly title: ReactNode;
  /** One sentence. */
  readonly children: ReactNode;
  /** One way on. */
  readonly action?: ReactNode;
  readonly headingLevel?: 2 | 3 | undefined;
  readonly className?: string | undefined;
}

/** What stands where nothing is, or where something did not arrive: a title, a sentence, one way on. */
export function EmptyState({ title, children, action, headingLevel = 2, className }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={classNames(styles.empty, className)}>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.words}>{children}</p>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
