import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { DeclarationReceipt } from '#core/model/declaration.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

/** What the address says of the step, as `?schritt=`. */
const stepName = 'schritt';
const addresses = { form: 'formular', review: 'pruefen', receipt: 'beleg' } as const;

/** `waiting` until the script has found out what this tab had come to. */
export type DeclarationStep = 'start' | keyof typeof addresses | 'waiting';

/** What one entry of the tab's history keeps; it leaves the tab only with the declaration itself. */
interface Kept<Draft> {
  readonly about: string;
  readonly draft: Draft;
  readonly receipt: DeclarationReceipt | null;
}

export interface Declaration<Draft> {
  readonly step: DeclarationStep;
  /** What was typed; null before. */
  readonly draft: Draft | null;
  readonly receipt: DeclarationReceipt | null;
  /** The receipt of what was declared before in this document. */
  readonly earlier: DeclarationReceipt | null;
  /** From the form to the review. */
  review(draft: Draft): Promise<void>;
  /** Back to the form, filled in. */
  change(): void;
  /** It came in: from the review to the receipt. Back leads to an empty form. */
  finish(receipt: DeclarationReceipt): void;
}

/**
 * A declaration in two steps with a receipt (§ 312k, § 356a BGB). The step stands in the address and what was typed in
 * the tab's history, so Back, Forward and a reload show what was there.
 */
export function useDeclaration<Draft>(about: string): Declaration<Draft> {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const isHydrated = useHydrated();
  const [done, setDone] = useState<{ readonly draft: Draft; readonly receipt: DeclarationReceipt } | null>(
    null,
  );
  const kept = isHydrated ? keptOf<Draft>(about, location.state) : null;
  const wanted = stepOf(query.get(stepName));
  const isForm = wanted === 'start' || wanted === 'form';
  const isMissing =
    (wanted === 'review' && kept === null) || (wanted === 'receipt' && (kept?.receipt ?? null) === null);

  // A link to a step that is not there, for example out of another tab.
  const begin = useEffectEvent(() => void navigate(searchFor('form'), { replace: true }));
  useEffect(() => {
    if (isHydrated && isMissing) begin();
  }, [isHydrated, isMissing]);

  return {
    step: isMissing ? 'waiting' : wanted,
    // Back from the receipt comes to the form of what is declared already.
    draft: isForm && isSame(kept?.draft, done?.draft) ? null : (kept?.draft ?? null),
    receipt: kept?.receipt ?? null,
    earlier: done?.receipt ?? null,
    async review(draft) {
      const state: Kept<Draft> = { about, draft, receipt: null };
      // The form's own entry keeps it too, for whoever comes back to it.
      await navigate(location.search, { replace: true, state, preventScrollReset: true });
      await navigate(searchFor('review'), { state });
    },
    change() {
      void navigate(-1);
    },
    finish(receipt) {
      if (kept === null) return;
      setDone({ draft: kept.draft, receipt });
      void navigate(searchFor('receipt'), { replace: true, state: { ...kept, receipt } });
    },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The address of a step, for links. */
export function searchFor(step: keyof typeof addresses): `?${string}` {
  return `?${stepName}=${addresses[step]}`;
}

function stepOf(value: string | null): Exclude<DeclarationStep, 'waiting'> {
  const [step] = Object.entries(addresses).find(([, address]) => address === value) ?? ['start'];
  return step as Exclude<DeclarationStep, 'waiting'>;
}

function keptOf<Draft>(about: string, state: unknown): Kept<Draft> | null {
  const isKept = typeof state === 'object' && state !== null && 'about' in state && state.about === about;
  return isKept ? (state as Kept<Draft>) : null;
}
