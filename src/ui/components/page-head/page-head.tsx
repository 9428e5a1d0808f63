import type { ReactNode } from 'react';
import text from '#ui/styles/text.module.css';
import styles from './page-head.module.css';

export interface PageHeadProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** The opening of a plain page: its one h1 and a lead. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {lead !== undefined && <p className={text.lead}>{lead}</p>}
      {children}
    </div>
  );
}
