import type { ReactNode } from 'react';
import text from '#ui/styles/text.module.css';
import styles from './section-head.module.css';

export interface SectionHeadProps {
  readonly title: ReactNode;
  readonly id?: string | undefined;
  readonly lead?: ReactNode;
  /** At the end of the line, for example a link to all of it. */
  readonly children?: ReactNode;
}

/** The head of a section: title, a sentence if need be, and a way on. */
export function SectionHead({ title, id, lead, children }: SectionHeadProps) {
  return (
    <div className={styles.head}>
      <h2 id={id}>{title}</h2>
      {children}
      {lead !== undefined && <p className={`${text.lead} ${styles.lead}`}>{lead}</p>}
    </div>
  );
}
