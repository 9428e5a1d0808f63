import type { CardType } from 'meisterhand/model';
import type { CardFieldName } from 'meisterhand/rules';
import type { SandboxFieldState } from '../../frame-messages.ts';
import {
  cardTypeOf,
  deleteDigitBesideGap,
  digitsOf,
  type Edit,
  formatCvv,
  formatExpiration,
  formatNumber,
  validateCardholderName,
  validateCvv,
  validateExpiration,
  validateNumber,
} from '../card-input-rules.ts';

interface CardInputOptions {
  readonly element: HTMLInputElement;
  readonly field: CardFieldName;
  readonly onChange: () => void;
}

export interface CardInput {
  text(): string;
  state(): SandboxFieldState;
  /** Returns the card type of the typed number; null in other fields. */
  cardType(): CardType | null;
  /** Sets the card type, which determines the length of the security code. */
  expectCardType(cardType: CardType | null): void;
  /** Marks the input as invalid until it is changed. */
  refuse(): void;
  /** Takes over the text and focus from before this script was loaded. */
  takeOver(): void;
}

/** Adds formatting and validation during typing to an input. */
export function createCardInput({ element, field, onChange }: CardInputOptions): CardInput {
  let previousText = '';
  let expectedType: CardType | null = null;
  let isFocused = false;
  let isRefused = false;

  const format = (edit: Edit, isDeleting: boolean): Edit => {
    if (field === 'number') return formatNumber(edit);
    if (field === 'expirationDate') return formatExpiration(edit, isDeleting);
    return field === 'cvv' ? formatCvv(edit, expectedType) : edit;
  };

  const validity = () => {
    if (field === 'number') return validateNumber(element.value);
    if (field === 'expirationDate') return validateExpiration(element.value);
    return field === 'cvv' ? validateCvv(element.value, expectedType) : validateCardholderName(element.value);
  };

  const state = (): SandboxFieldState => {
    const { isValid, isPotentiallyValid } = validity();
    return {
      is_empty: element.value.trim() === '',
      is_focused: isFocused,
      is_valid: isValid && !isRefused,
      is_potentially_valid: isPotentiallyValid && !isRefused,
    };
  };

  const announce = () => {
    const now = state();
    const isWrong = !now.is_potentially_valid || (!now.is_focused && !now.is_empty && !now.is_valid);
    element.setAttribute('aria-invalid', String(isWrong));
    onChange();
  };

  const rewrite = (inputType: string) => {
    const typed = { text: element.value, caret: element.selectionStart ?? element.value.length };
    const intended = deleteDigitBesideGap(previousText, typed, inputType);
    const written = format(intended, inputType.startsWith('delete'));
    if (written.text !== element.value) element.value = written.text;
    if (isFocused) element.setSelectionRange(written.caret, written.caret);
    previousText = element.value;
  };

  element.addEventListener('input', (event) => {
    isRefused = false;
    if (field !== 'cardholderName') rewrite((event as InputEvent).inputType ?? '');
    announce();
  });
  for (const type of ['focus', 'blur'] as const) {
    element.addEventListener(type, () => {
      isFocused = type === 'focus';
      announce();
    });
  }

  return {
    text: () => element.value,
    state,
    cardType: () => (field === 'number' ? cardTypeOf(digitsOf(element.value)) : null),
    expectCardType(cardType) {
      if (field !== 'cvv' || cardType === expectedType) return;
      expectedType = cardType;
      rewrite('');
      announce();
    },
    refuse() {
      isRefused = true;
      announce();
    },
    takeOver() {
      const page = element.ownerDocument;
      isFocused = page.hasFocus() && page.activeElement === element;
      if (element.value === '' && !isFocused) return;
      if (field !== 'cardholderName') rewrite('');
      announce();
    },
  };
}
