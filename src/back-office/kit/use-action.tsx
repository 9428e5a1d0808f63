import { type ReactNode, useRef, useState } from 'react';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import styles from './notice.module.css';
import { useFailureText } from './use-operator-failure-text.ts';

/** Message after an action: success, or the reason why it was refused. */
export type ActionOutcome = string | { readonly refused: string };

/**
 * Runs one named action at a time; further calls are ignored while one runs. `notice` announces the outcome of the last
 * one, also to screen readers.
 */
export function useAction() {
  const failureText = useFailureText();
  const [running, setRunning] = useState<string | null>(null);
  const [message, setMessage] = useState<{ readonly text: string; readonly isFailure: boolean } | null>(null);
  const isRunning = useRef(false);

  function showOutcome(outcome: ActionOutcome): void {
    setMessage(
      typeof outcome === 'string'
        ? { text: outcome, isFailure: false }
        : { text: outcome.refused, isFailure: true },
    );
  }

  async function run<Value>(
    name: string,
    send: () => Promise<Result<Value, CallFailure>>,
    outcomeOf: (value: Value) => ActionOutcome,
  ): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setRunning(name);
    const sent = await send();
    isRunning.current = false;
    setRunning(null);
    showOutcome(sent.ok ? outcomeOf(sent.value) : { refused: failureText(sent.error) });
  }

  const notice: ReactNode = (
    <p className={styles.notice} role="status" data-failed={message?.isFailure || undefined}>
      {message?.text}
    </p>
  );
  return { run, running, notice, showOutcome };
}
