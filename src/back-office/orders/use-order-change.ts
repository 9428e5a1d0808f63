import { useRevalidator } from 'react-router';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import type { Permission } from '#core/model/operator.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';

/** Runs changes of an order, shows their outcome and reloads the order. */
export function useOrderChange() {
  const { revalidate } = useRevalidator();
  const { permissions } = useOperator();
  const { run, running, notice, showOutcome } = useAction();

  function reloadWith(text: string): string {
    void revalidate();
    return text;
  }

  return {
    running,
    notice,
    may: (permission: Permission) => permissions.includes(permission),
    /** Makes a call immediately. `text` is the message after success. */
    change: (name: string, send: () => Promise<Result<unknown, CallFailure>>, text: string) =>
      run(name, send, () => reloadWith(text)),
    /** Reloads the order without a message. */
    reload: () => revalidate(),
    /** Reports that the dialog's call succeeded. */
    changed: (text: string) => showOutcome(reloadWith(text)),
    /** As `changed`, if the dialog reloads the order itself. */
    showOutcome,
  };
}

export type OrderChange = ReturnType<typeof useOrderChange>;
