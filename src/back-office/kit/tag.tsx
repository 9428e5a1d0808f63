import type { ReactNode } from 'react';
import styles from './tag.module.css';

/** What a state means to the operator: nothing to do, well, waiting, in trouble. */
export type Tone = 'quiet' | 'good' | 'waiting' | 'bad';

/** A state as a word with a mark; the word alone says it all. */
export function Tag({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}
