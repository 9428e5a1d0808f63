import { useRevalidator } from 'react-router';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import type { Permission } from '#core/model/operator.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';

/** Changes an order, shows how that ended, and loads the order anew. */
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
    /** Makes a call at once; `text` says that it is done. */
    change: (name: string, send: () => Promise<Result<unknown, CallFailure>>, text: string) =>
      run(name, send, () => tell(text)),
    /** Loads the order anew, silently. */
    reload: () => revalidate(),
    /** Says that a call is done which a dialog has made. */
    changed: (text: string) => say(tell(text)),
    /** As `changed`, where the dialog loads the order anew. */
    say,
  };
}

export type OrderChange = ReturnType<typeof useOrderChange>;
