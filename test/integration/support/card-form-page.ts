import { cents } from '#core/rules/money.ts';
import type { PaymentNonce } from '#core/rules/payment.ts';
import type { Result } from '#core/rules/result.ts';
import type { CardFields, CardFieldsState, CardTokenizer, TokenizeFailure } from '#ports/card-tokenizer.ts';

/** The functions of the page with the card form that a test can call. They run in the browser. */
export interface CardFormPage {
  mount(clientToken: string, limits: object): Promise<Result<null, TokenizeFailure>>;
  state(): CardFieldsState;
  focus(field: 'cardholderName' | 'number' | 'expirationDate' | 'cvv'): void;
  describeError(field: 'cardholderName' | 'number' | 'expirationDate' | 'cvv', message: string | null): void;
  tokenize(amount?: number): Promise<Result<PaymentNonce, TokenizeFailure>>;
  teardown(): Promise<void>;
  submissions(): number;
  /** Returns all messages that this page received. */
  heard(): readonly { readonly type?: string }[];
  /** Returns the violations of this page's content security policy. */
  violations(): readonly string[];
}

declare global {
  interface Window {
    cardForm: CardFormPage;
  }
}

const heard: { readonly type?: string }[] = [];
const violations: string[] = [];
let submissions = 0;
let fields: CardFields | null = null;
let state: CardFieldsState | null = null;

window.addEventListener('message', (event) => heard.push(event.data));
document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  submissions += 1;
});

function container(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`No container ${id}`);
  return found;
}

function current<Value>(value: Value | null): Value {
  if (value === null) throw new Error('No fields are mounted');
  return value;
}

/** Adds an adapter's card form to the page. `limits` are time limits for the adapter. */
export function offerCardForm(createTokenizer: (limits: object) => CardTokenizer): void {
  window.cardForm = {
    async mount(client_token, limits) {
      const result = await createTokenizer(limits).mount({
        client_token,
        locale: 'de',
        containers: {
          cardholderName: container('cardholderName'),
          number: container('number'),
          expirationDate: container('expirationDate'),
          cvv: container('cvv'),
        },
        placeholders: { cardholderName: '', number: '', expirationDate: '11/28', cvv: '123' },
        verification: { title: 'Zahlung bestätigen', cancel: 'Abbrechen' },
        labels: {
          cardholderName: 'Name auf der Karte',
          number: 'Kartennummer',
          expirationDate: 'Gültig bis',
          cvv: 'Prüfziffer',
        },
      });
      if (!result.ok) return result;
      fields = result.value;
      fields.state$.subscribe((next) => {
        state = next;
      });
      return { ok: true, value: null };
    },
    state: () => current(state),
    focus: (field) => current(fields).focus(field),
    describeError: (field, message) => current(fields).describeError(field, message),
    tokenize: (amount = 8_900) =>
      current(fields).tokenize({
        amount: cents(amount),
        email: 'johanna.brandt@meisterhand.example',
        billing_name: 'Johanna Brandt',
        billing_country: 'DE',
      }),
    teardown: () => current(fields).teardown(),
    submissions: () => submissions,
    heard: () => heard,
    violations: () => violations,
  };
}
