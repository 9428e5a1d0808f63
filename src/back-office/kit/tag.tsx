import type { ReactNode } from 'react';
import styles from './tag.module.css';

/** Severity of a state: neutral, good, waiting, or a problem. */
export type Tone = 'quiet' | 'good' | 'waiting' | 'bad';

/** State label with a coloured mark. The text alone is sufficient. */
export function Tag({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}
