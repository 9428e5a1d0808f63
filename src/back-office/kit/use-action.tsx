import { type ReactNode, useRef, useState } from 'react';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import styles from './notice.module.css';
import { useFailureText } from './use-operator-failure-text.ts';

/** What is told of an action that has ended: that it was done, or why the thing was refused. */
export type Told = string | { readonly refused: string };

/**
 * Runs one action at a time, each by its name: a second press while one runs does nothing. `notice` tells, also to
 * screen readers, how the last one ended.
 */
export function useAction() {
  const failureText = useFailureText();
  const [running, setRunning] = useState<string | null>(null);
  const [said, setSaid] = useState<{ readonly text: string; readonly isFailure: boolean } | null>(null);
  const isRunning = useRef(false);

  function say(told: Told): void {
    setSaid(
      typeof told === 'string' ? { text: told, isFailure: false } : { text: told.refused, isFailure: true },
    );
  }

  async function run<Value>(
    name: string,
    send: () => Promise<Result<Value, CallFailure>>,
    tell: (value: Value) => Told,
  ): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setRunning(name);
    const sent = await send();
    isRunning.current = false;
    setRunning(null);
    say(sent.ok ? tell(sent.value) : { refused: failureText(sent.error) });
  }

  const notice: ReactNode = (
    <p className={styles.notice} role="status" data-failed={said?.isFailure || undefined}>
      {said?.text}
    </p>
  );
  return { run, running, notice, say };
}
