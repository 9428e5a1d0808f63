import { BehaviorSubject, of } from 'rxjs';
import type { CardType } from '#core/model/card-type.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { type CardFieldName, cardFieldNames } from '#core/rules/payments/card-fields.ts';
import type { PaymentNonce } from '#core/rules/payments/payment-rules.ts';
import type {
  CardFieldState,
  CardFields,
  CardFieldsState,
  CardTokenizer,
  TokenizeFailure,
  Wallet,
  WalletApproval,
  WalletButton,
  WalletFailure,
} from '#ports/card-tokenizer.ts';

/** The result of a 3-D Secure challenge, chosen by the shopper. */
type ChallengeAnswer = 'pass' | 'fail' | 'cancel';

/** A fake card tokenizer, with methods that simulate the shopper and the provider. */
interface MemoryCardTokenizer extends CardTokenizer {
  /** Types a text into a field; an empty text clears the field. */
  type(field: CardFieldName, text: string): void;
  /** Ends the challenge that a card number ending in 1091 or 1109 has started. */
  answerChallenge(answer: ChallengeAnswer): void;
  /** Ends the action that is shown. Its data begins with `action-`. */
  answerAction(answer: 'approve' | 'decline' | 'close'): void;
  /** Presses the button of the shown wallet and ends it. */
  useWallet(answer: 'approve' | 'cancel'): Promise<Result<WalletApproval, WalletFailure>>;
  /** While true, mounting and tokenization fail with `NETWORK`. */
  setOutage(isOut: boolean): void;
  /** The error message that a screen reader reads for a field, or null. */
  errorOf(field: CardFieldName): string | null;
  /** Whether the card fields are mounted now. */
  isMounted(): boolean;
}

const texts: Readonly<Record<CardFieldName, RegExp>> = {
  cardholderName: /\S/,
  number: /^\d{15,16}$/,
  expirationDate: /^(0[1-9]|1[0-2]) \/ \d{2}$/,
  cvv: /^\d{3,4}$/,
};

/** First digits of the card types that the test cards have. */
const types: readonly (readonly [string, CardType])[] = [
  ['4', 'visa'],
  ['5', 'mastercard'],
  ['3', 'american-express'],
];

function typeOf(number: string): CardType | null {
  return types.find(([start]) => number.startsWith(start))?.[1] ?? null;
}

type Texts = Record<CardFieldName, string>;

function stateOf(typed: Texts, focused: CardFieldName | null): CardFieldsState {
  const fieldState = (field: CardFieldName): CardFieldState => ({
    is_empty: typed[field] === '',
    is_focused: field === focused,
    is_valid: texts[field].test(typed[field]),
    // The fake treats every text as potentially valid, except a letter in a field for digits.
    is_potentially_valid: field === 'cardholderName' || !/[a-z]/i.test(typed[field]),
  });
  const [cardholderName, number, expirationDate, cvv] = [
    fieldState('cardholderName'),
    fieldState('number'),
    fieldState('expirationDate'),
    fieldState('cvv'),
  ];
  return { fields: { cardholderName, number, expirationDate, cvv }, card_type: typeOf(typed.number) };
}

/** Accepts every client token except `expired` and an empty one. */
function checkClientToken(token: string): TokenizeFailure | null {
  if (token === 'expired') return { code: 'CLIENT_TOKEN_EXPIRED' };
  return token === '' ? { code: 'PROVIDER_ERROR' } : null;
}

function checkFields({ fields }: CardFieldsState): TokenizeFailure | null {
  if (cardFieldNames.every((field) => fields[field].is_empty)) return { code: 'FIELDS_EMPTY' };
  const wrong = cardFieldNames.filter((field) => !fields[field].is_valid);
  return wrong.length > 0 ? { code: 'FIELDS_INVALID', fields: wrong } : null;
}

/**
 * Creates a card tokenizer that needs no browser: nothing is rendered, and the test types and ends
 * challenges.
 */
export function createMemoryCardTokenizer(fields: CardTokenizer['fields'] = 'separate'): MemoryCardTokenizer {
  let typed: Texts = { cardholderName: '', number: '', expirationDate: '', cvv: '' };
  let focused: CardFieldName | null = null;
  let state: BehaviorSubject<CardFieldsState> | null = null;
  let endPending: ((failure: TokenizeFailure | null) => void) | null = null;
  let endAction: ((result: Result<null, TokenizeFailure>) => void) | null = null;
  let isOut = false;
  let nonces = 0;
  const errors = new Map<CardFieldName, string | null>();
  let wallet: WalletButton | null = null;

  const paypal: Wallet = {
    kind: 'paypal',
    show(button) {
      wallet = button;
      return () => {
        wallet = null;
      };
    },
  };

  const show = () => state?.next(stateOf(typed, focused));

  function nonceFor(number: string, liability_shifted: boolean): PaymentNonce {
    nonces += 1;
    const method = { kind: 'card', brand: typeOf(number), last_four: number.slice(-4) } as const;
    return { nonce: `memory-nonce-${nonces}`, method, liability_shifted };
  }

  async function tokenize(): Promise<Result<PaymentNonce, TokenizeFailure>> {
    if (endPending !== null) return err({ code: 'IN_PROGRESS' });
    const { number } = typed;
    const asksIssuer = /(1091|1109)$/.test(number);
    const fault = checkFields(stateOf(typed, focused));
    const { promise: ended, resolve: end } = Promise.withResolvers<TokenizeFailure | null>();
    endPending = end;
    if (isOut) end({ code: 'NETWORK' });
    else if (fault !== null || !asksIssuer) end(fault);
    const failure = await ended;
    endPending = null;
    return failure === null ? ok(nonceFor(number, asksIssuer)) : err(failure);
  }

  function mounted(current: BehaviorSubject<CardFieldsState>): CardFields {
    return {
      state$: current.asObservable(),
      expressMethods$: of([paypal]),
      focus(field) {
        focused = field;
        show();
      },
      describeError: (field, message) => void errors.set(field, message),
      tokenize: async () => (state === current ? tokenize() : err({ code: 'PROVIDER_ERROR' })),
      async teardown() {
        endPending?.({ code: 'PROVIDER_ERROR' });
        current.complete();
        if (state === current) state = null;
      },
    };
  }

  return {
    fields,
    async mount({ client_token, containers }) {
      // As with a real provider, a single frame needs one element and separate frames need four.
      const expected = fields === 'single' ? 1 : cardFieldNames.length;
      if (new Set(Object.values(containers)).size !== expected) return err({ code: 'PROVIDER_ERROR' });
      const fault = isOut ? ({ code: 'NETWORK' } as const) : checkClientToken(client_token);
      if (fault !== null) return err(fault);
      typed = { cardholderName: '', number: '', expirationDate: '', cvv: '' };
      focused = null;
      errors.clear();
      state = new BehaviorSubject(stateOf(typed, focused));
      return ok(mounted(state));
    },
    async continueAction({ data }) {
      if (!data.startsWith('action-')) return err({ code: 'PROVIDER_ERROR' });
      if (isOut) return err({ code: 'NETWORK' });
      const { promise, resolve } = Promise.withResolvers<Result<null, TokenizeFailure>>();
      endAction = resolve;
      return promise;
    },
    answerAction(answer) {
      endAction?.(answer === 'close' ? err({ code: 'VERIFICATION_CANCELLED' }) : ok(null));
    },
    type(field, text) {
      typed = { ...typed, [field]: text };
      show();
    },
    answerChallenge(answer) {
      const code = answer === 'cancel' ? 'VERIFICATION_CANCELLED' : 'VERIFICATION_FAILED';
      endPending?.(answer === 'pass' ? null : { code });
    },
    async useWallet(answer) {
      if (wallet?.subject() == null) throw new Error('No wallet is shown');
      nonces += 1;
      const method = { kind: 'paypal', brand: null, last_four: null } as const;
      const result =
        answer === 'approve'
          ? ok({ nonce: `memory-nonce-${nonces}`, method, liability_shifted: false })
          : err({ code: 'WALLET_CANCELLED' } as const);
      wallet.onEnd(result);
      return result;
    },
    setOutage(out) {
      isOut = out;
    },
    errorOf: (field) => errors.get(field) ?? null,
    isMounted: () => state !== null,
  };
}
