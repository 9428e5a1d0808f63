import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { DeclarationReceipt } from '#core/model/declaration.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

/** The query parameter of the step, and its values. */
const stepName = 'schritt';
const addresses = { form: 'formular', review: 'pruefen', receipt: 'beleg' } as const;

/** `waiting` until the browser's history state has been read. */
export type DeclarationStep = 'start' | keyof typeof addresses | 'waiting';

/** The state of one history entry; it is sent to the server only by the declaration itself. */
interface Kept<Draft> {
  readonly about: string;
  readonly draft: Draft;
  readonly receipt: DeclarationReceipt | null;
}

export interface Declaration<Draft> {
  readonly step: DeclarationStep;
  /** What was typed; null before that. */
  readonly draft: Draft | null;
  readonly receipt: DeclarationReceipt | null;
  /** The receipt of the previous declaration in this document. */
  readonly earlier: DeclarationReceipt | null;
  /** Goes from the form to the review. */
  review(draft: Draft): Promise<void>;
  /** Goes back to the form with its values. */
  change(): void;
  /** Goes from the review to the receipt; going back then shows an empty form. */
  finish(receipt: DeclarationReceipt): void;
}

/**
 * A declaration in two steps with a receipt, as § 312k and § 356a BGB require. The step is in the address and the input
 * in the history state, so back, forward and reload show it again.
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

  // The URL names a step whose data this tab does not have, for example in a copied link: go back to the form.
  const begin = useEffectEvent(() => void navigate(searchFor('form'), { replace: true }));
  useEffect(() => {
    if (isHydrated && isMissing) begin();
  }, [isHydrated, isMissing]);

  return {
    step: isMissing ? 'waiting' : wanted,
    // Going back from the receipt leads to the form of a finished declaration.
    draft: isForm && isSame(kept?.draft, done?.draft) ? null : (kept?.draft ?? null),
    receipt: kept?.receipt ?? null,
    earlier: done?.receipt ?? null,
    async review(draft) {
      const state: Kept<Draft> = { about, draft, receipt: null };
      // The form's history entry keeps the input too, for going back to it.
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
