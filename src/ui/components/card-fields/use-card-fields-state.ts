import { useEffect, useState } from 'react';
import type { CardFieldName, CardType } from '#core/rules/payment.ts';
import { cardFieldNames } from '#core/rules/payment.ts';
import type { CardFields } from './use-card-fields.ts';

/** What is wrong with a card field, else null. */
export type CardFieldFault = 'missing' | 'wrong' | null;

export interface CardFieldView {
  readonly isFocused: boolean;
  readonly fault: CardFieldFault;
}

type Emitted = Parameters<Parameters<CardFields['state$']['subscribe']>[0] & object>[0];

/**
 * What the card fields show at the moment. A field is called wrong as soon as nothing typed after it could make it
 * right, or once it has been left; it is called missing only after the form was sent.
 */
export function useCardFieldsState(fields: CardFields | null, wasSent: boolean) {
  const [state, setState] = useState<Emitted | null>(null);
  const [left, setLeft] = useState<ReadonlySet<CardFieldName>>(new Set());

  useEffect(() => {
    if (fields === null) {
      setState(null);
      setLeft(new Set());
      return;
    }
    let before: Emitted | null = null;
    const subscription = fields.state$.subscribe((next) => {
      const wasFocused = before;
      before = next;
      setState(next);
      if (wasFocused === null) return;
      const leaving = cardFieldNames.filter(
        (name) => wasFocused.fields[name].is_focused && !next.fields[name].is_focused,
      );
      if (leaving.length > 0) setLeft((known) => new Set([...known, ...leaving]));
    });
    return () => subscription.unsubscribe();
  }, [fields]);

  function view(name: CardFieldName): CardFieldView {
    const field = state?.fields[name];
    if (field === undefined) return { isFocused: false, fault: null };
    const isWrong =
      !field.is_potentially_valid ||
      (!field.is_empty && !field.is_valid && !field.is_focused && (wasSent || left.has(name)));
    const fault = field.is_empty ? (wasSent ? 'missing' : null) : isWrong ? 'wrong' : null;
    return { isFocused: field.is_focused, fault };
  }

  const cardType: CardType | null = state?.card_type ?? null;
  return { view, cardType, isValid: (name: CardFieldName) => state?.fields[name].is_valid === true };
}
