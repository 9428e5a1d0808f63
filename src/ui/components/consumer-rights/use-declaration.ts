import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { DeclarationReceipt } from '#core/model/declaration.ts';
import type { ApiResult } from '#core/storefront/kernel/context.ts';
import { declarationStep } from '#ui/forms/declaration-schemas.ts';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

const { name: stepName, ...addresses } = declarationStep;

/** `waiting` until the history state has been read. */
export type DeclarationStep = 'start' | keyof typeof addresses | 'waiting';

/** A declaration with its receipt. */
export interface SentDeclaration<Declared> {
  readonly declared: Declared;
  readonly receipt: DeclarationReceipt;
}

/** The receipt in the history state; it is never sent to the server. */
interface KeptEntry<Declared> extends SentDeclaration<Declared> {
  readonly about: string;
}

export interface Declaration<Declared> {
  readonly step: DeclarationStep;
  /** The declaration with its receipt; null before it was sent. */
  readonly kept: SentDeclaration<Declared> | null;
  readonly isBusy: boolean;
  /** Text of the last failure, or null. */
  readonly error: string | null;
  /** Sends the declaration and replaces the form by the receipt. Ignored while a call is running. */
  declare(declared: Declared): Promise<void>;
}

/**
 * State of a declaration: first a form, then a receipt (docs/behaviour/consumer-rights.md#declaration-forms). The step
 * is in the URL and the receipt in the history state, so that forward and reload show it again. The receipt replaces
 * the form in the history, so that going back cannot send it twice.
 */
export function useDeclaration<Declared>(
  about: string,
  send: (declared: Declared) => ApiResult<DeclarationReceipt>,
  posted: SentDeclaration<Declared> | null,
): Declaration<Declared> {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const isHydrated = useHydrated();
  const { isBusy, error, call } = useApiCall();
  const kept = (isHydrated ? keptOf<Declared>(about, location.state) : null) ?? posted;
  const wanted = stepOf(query.get(stepName));
  const isMissing = wanted === 'receipt' && kept === null;

  // The URL asks for a receipt that this tab does not have, for example because it was copied: show the form.
  const begin = useEffectEvent(() => void navigate(stepQuery('form'), { replace: true }));
  useEffect(() => {
    if (isHydrated && isMissing) begin();
  }, [isHydrated, isMissing]);

  return {
    step: isMissing ? 'waiting' : wanted,
    kept,
    isBusy,
    error,
    declare: (declared) =>
      call(
        () => send(declared),
        (receipt) => {
          const state: KeptEntry<Declared> = { about, declared, receipt };
          return navigate(stepQuery('receipt'), { replace: true, state });
        },
      ),
  };
}

/** Returns the query of a step, for links. */
export function stepQuery(step: keyof typeof addresses): `?${string}` {
  return `?${stepName}=${addresses[step]}`;
}

function stepOf(value: string | null): Exclude<DeclarationStep, 'waiting'> {
  const [step] = Object.entries(addresses).find(([, address]) => address === value) ?? ['start'];
  return step as Exclude<DeclarationStep, 'waiting'>;
}

function keptOf<Declared>(about: string, state: unknown): KeptEntry<Declared> | null {
  const isKept = typeof state === 'object' && state !== null && 'about' in state && state.about === about;
  return isKept ? (state as KeptEntry<Declared>) : null;
}
