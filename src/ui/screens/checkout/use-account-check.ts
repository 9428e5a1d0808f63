import { useRef, useState } from 'react';
import { useShop } from '#ui/hooks/use-shop.ts';

export interface AccountCheck {
  /** The e-mail that was found to have an account, else null. */
  readonly known: string | null;
  /** Whether the e-mail has an account; each address is asked about once. A failed question counts as no. */
  check(email: string): Promise<boolean>;
  /** The host has said that the e-mail has an account. */
  markKnown(email: string): void;
}

/** Asks whether a guest's e-mail has an account (`accounts/check`, decisions §4). */
export function useAccountCheck(): AccountCheck {
  const shop = useShop();
  const [known, setKnown] = useState<string | null>(null);
  const asked = useRef(new Map<string, Promise<boolean>>());

  async function ask(email: string): Promise<boolean> {
    const answer = await shop.actions.checkAccount(email);
    if (!answer.ok) asked.current.delete(email);
    return answer.ok && answer.value.exists;
  }

  return {
    known,
    async check(typed) {
      const email = typed.trim().toLowerCase();
      const question = asked.current.get(email) ?? ask(email);
      asked.current.set(email, question);
      const exists = await question;
      setKnown(exists ? email : null);
      return exists;
    },
    markKnown(email) {
      asked.current.set(email.trim().toLowerCase(), Promise.resolve(true));
      setKnown(email.trim().toLowerCase());
    },
  };
}
