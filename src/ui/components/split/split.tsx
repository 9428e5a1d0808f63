import type { ReactNode } from 'react';
import { useId } from 'react';
import layout from '#ui/styles/layout.module.css';
import styles from './split.module.css';

export interface SplitProps {
  readonly title: ReactNode;
  /** A sentence under the title. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A section with its heading at the left and its matter at the right, 4:8; on small screens one after the other. */
export function Split({ title, note, children }: SplitProps) {
  const id = useId();
  return (
    <section className={`${layout.wrap} ${layout.act} ${styles.split}`} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}
