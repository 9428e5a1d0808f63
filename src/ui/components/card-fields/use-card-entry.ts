import { useRef, useState } from 'react';
import type { CardFieldName, PaymentNonce, VerificationSubject } from '#core/rules/payment.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import type { CardFormProps } from './card-form.tsx';
import { shownCardFields } from './card-form.tsx';
import type { CardFields, CardSubject, TokenizeFailure } from './use-card-fields.ts';
import { useCardFields } from './use-card-fields.ts';
import { useCardFieldsState } from './use-card-fields-state.ts';
import { useCardTexts } from './use-card-texts.ts';

/** The entry of one card: its fields, what is wrong with them, and the nonce that they turn into. */
export interface CardEntry {
  readonly form: CardFormProps;
  readonly isReady: boolean;
  /** The mounted fields, for what else the provider offers; null while there are none. */
  readonly fields: CardFields | null;
  /** Why the fields could not be brought; `restart` tries again. */
  readonly failedToStart: TokenizeFailure['code'] | null;
  /** Why the last try gave no nonce, where it is not said at a field. */
  readonly failure: TokenizeFailure['code'] | null;
  /** Brings fresh, empty fields. */
  restart(): void;
  /** From now on missing input is called so. False while there are no fields. */
  begin(): boolean;
  /** The card as a nonce, approved by its bank; null when something has to be mended first, and it is said what. */
  tokenize(subject: VerificationSubject): Promise<PaymentNonce | null>;
}

/** Asks for a card with the provider's own fields. */
export function useCardEntry(subject: CardSubject): CardEntry {
  const containers = useRef<Partial<Record<CardFieldName, HTMLElement | null>>>({});
  const [wasSent, setSent] = useState(false);
  const [failure, setFailure] = useState<TokenizeFailure['code'] | null>(null);
  const texts = useCardTexts();
  const locale = useLocale();
  const { state, restart } = useCardFields({ ...subject, locale, containers, ...texts });
  const fields = state.status === 'ready' ? state.fields : null;
  const { view, cardType, isValid } = useCardFieldsState(fields, wasSent);

  function showFailure(code: TokenizeFailure['code']): void {
    if (code === 'FIELDS_EMPTY' || code === 'FIELDS_INVALID') {
      // What is wrong stands at each field.
      const faulty = shownCardFields.find((name) => !isValid(name));
      if (faulty !== undefined) {
        fields?.focus(faulty);
        return;
      }
    }
    setFailure(code);
    if (code === 'CLIENT_TOKEN_EXPIRED') restart();
  }

  return {
    form: {
      containers,
      view,
      cardType,
      isReady: fields !== null,
      isFailed: state.status === 'failed',
      onFocus: (name) => fields?.focus(name),
    },
    isReady: fields !== null,
    fields,
    failedToStart: state.status === 'failed' ? state.code : null,
    failure,
    restart,
    begin() {
      if (fields === null) return false;
      setSent(true);
      setFailure(null);
      return true;
    },
    async tokenize(verified) {
      if (fields === null) return null;
      const answer = await fields.tokenize(verified);
      if (answer.ok) return answer.value;
      showFailure(answer.error.code);
      return null;
    },
  };
}
