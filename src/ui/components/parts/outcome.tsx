import { type ReactNode, useState } from 'react';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { Notice, NoticeRegion } from './notice.tsx';

interface OutcomeProps {
  readonly error?: ReactNode;
  readonly done?: ReactNode;
  /** Title of the success message. */
  readonly title?: string | undefined;
}

/** The success or error message of a change. */
export function Outcome({ error, done, title }: OutcomeProps) {
  const isDone = done !== undefined && done !== null;
  return (
    <>
      <NoticeRegion>
        {isDone && (
          <Notice tone="success" title={title}>
            {done}
          </Notice>
        )}
      </NoticeRegion>
      {error !== undefined && error !== null && <Notice tone="error">{error}</Notice>}
    </>
  );
}

/** Runs one change at a time and stores the message of its success or failure. */
export function useOutcome() {
  const { isBusy, error, call } = useApiCall();
  const [done, setDone] = useState<string | null>(null);

  /** Runs `work`, then shows `message` or the failure. Resolves to true on success. */
  async function change<Value>(
    work: () => Promise<Result<Value, CallFailure>>,
    message: string | ((value: Value) => string),
  ): Promise<boolean> {
    let isGood = false;
    await call(
      () => {
        setDone(null);
        return work();
      },
      (value) => {
        isGood = true;
        setDone(typeof message === 'string' ? message : message(value));
      },
    );
    return isGood;
  }

  return { isBusy, error, done, change };
}
