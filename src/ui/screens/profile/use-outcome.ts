import { useState } from 'react';
import type { CallFailure } from '#core/rules/failure.ts';
import type { Result } from '#core/rules/result.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';

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
