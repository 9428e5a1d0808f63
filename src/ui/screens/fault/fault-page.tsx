import type { ReactNode } from 'react';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import styles from './fault-page.module.css';

export interface FaultPageProps {
  /** A number or word that stands large behind the title. */
  readonly mark: string;
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** A page that says what happened and where to go from here. */
export function FaultPage({ mark, title, lead, children }: FaultPageProps) {
  return (
    <div className={styles.stage}>
      <div className={`${layout.wrap} ${styles.inside}`}>
        <p className={styles.mark} aria-hidden="true">
          {mark}
        </p>
        <h1>{title}</h1>
        <p className={text.lead}>{lead}</p>
        <div className={`${layout.actions} ${styles.actions}`}>{children}</div>
      </div>
    </div>
  );
}
