import { useState } from 'react';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { useBusy } from './use-busy.ts';
import { useFailureText } from './use-failure-text.ts';

/** Runs one API call at a time. Keeps its failure and the text for it until the next call. */
export function useApiCall() {
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const [failure, setFailure] = useState<CallFailure | null>(null);

  /** Runs a call; ignored while another is running. `onDone` gets the value of a successful call. */
  function call<Value>(
    work: () => Promise<Result<Value, CallFailure>>,
    onDone?: (value: Value) => unknown,
  ): Promise<void> {
    return run(async () => {
      setFailure(null);
      const response = await work();
      if (response.ok) await onDone?.(response.value);
      else setFailure(response.error);
    });
  }

  return { isBusy, call, failure, error: failure && failureText(failure) };
}
