import { useRevalidator } from 'react-router';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import type { Permission } from '#core/model/operator.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';

/** Runs changes of an order, shows their outcome and reloads the order. */
export function useOrderChange() {
  const { revalidate } = useRevalidator();
  const { permissions } = useOperator();
  const { run, running, notice, say } = useAction();

  function tell(text: string): string {
    void revalidate();
    return text;
  }

  return {
    running,
    notice,
    may: (permission: Permission) => permissions.includes(permission),
    /** Makes a call immediately. `text` is the message after success. */
    change: (name: string, send: () => Promise<Result<unknown, CallFailure>>, text: string) =>
      run(name, send, () => tell(text)),
    /** Reloads the order without a message. */
    reload: () => revalidate(),
    /** Reports that the dialog's call succeeded. */
    changed: (text: string) => say(tell(text)),
    /** As `changed`, if the dialog reloads the order itself. */
    say,
  };
}

export type OrderChange = ReturnType<typeof useOrderChange>;
