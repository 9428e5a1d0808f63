import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';
import text from '#ui/styles/text.module.css';
import styles from './declaration.module.css';

/** The heading of a step; a step that follows another takes the focus there, as a page of its own would. */
export function StepHeading({ title, lead }: { readonly title: ReactNode; readonly lead?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useNavigationType() === 'POP';

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the step appears
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className={styles.head}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead !== undefined && <p className={`${text.lead} ${styles.lead}`}>{lead}</p>}
    </div>
  );
}
