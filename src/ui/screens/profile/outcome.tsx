import type { ReactNode } from 'react';
import { useState } from 'react';
import type { CallFailure, Result } from '#core/rules/result.ts';

import { Notice } from '#ui/components/notice.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
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

/** Makes changes one at a time and keeps what to say of the last one: `done`, or why it could not be. */
export function useOutcome() {
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);

  /** Runs `work`; afterwards `words` stand there, or the failure. Answers whether it went well. */
  async function change<Value>(
    work: () => Promise<Result<Value, CallFailure>>,
    words: string | ((value: Value) => string),
  ): Promise<boolean> {
    let isGood = false;
    await run(async () => {
      setError(null);
      setDone(null);
      const answer = await work();
      isGood = answer.ok;
      if (!answer.ok) setError(failureText(answer.error));
      else setDone(typeof words === 'string' ? words : words(answer.value));
    });
    return isGood;
  }

  return { isBusy, error, done, change };
}
