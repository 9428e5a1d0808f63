import type { ReactNode } from 'react';
import { Notice } from '#ui/components/notice/notice.tsx';
import styles from './profile.module.css';

interface OutcomeProps {
  readonly error?: ReactNode;
  readonly done?: ReactNode;
  /** Above what was done. */
  readonly title?: string | undefined;
}

/** What became of a change. Its place is always there, so that screen readers hear it change. */
export function Outcome({ error, done, title }: OutcomeProps) {
  const isDone = done !== undefined && done !== null;
  return (
    <>
      <div role="status" className={styles.outcome}>
        {isDone && (
          <Notice tone="success" title={title}>
            {done}
          </Notice>
        )}
      </div>
      {error !== undefined && error !== null && <Notice tone="error">{error}</Notice>}
    </>
  );
}
