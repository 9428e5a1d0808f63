import Client from 'braintree-web/client/client.js';
import cardValidator from 'card-validator';
import Framebus from 'framebus';
import { type CardFieldName, cardFieldNames } from '#core/rules/payments/card-fields.ts';
import {
  cardTypeOf,
  digitsOf,
  formatCvv,
  formatExpiration,
  formatNumber,
  parseExpiration,
  validateCardholderName,
  validateCvv,
  validateExpiration,
  validateNumber,
} from '#sandbox/src/gateway/card-input-rules.ts';

/**
 * Simulates the iframe page of the provider's hosted fields, which the npm package does not contain: one
 * input per iframe, and the messages that the provider's code in the shop's page expects. The iframes of one
 * form have the same origin and read each other's values. The iframe of the card number exchanges all values
 * for a nonce with the provider's own client.
 */
interface FieldState {
  readonly isEmpty: boolean;
  readonly isFocused: boolean;
  readonly isValid: boolean;
  readonly isPotentiallyValid: boolean;
}

/** Value and state of one iframe, which the other iframes of the form read. */
interface FieldContent {
  readonly field: CardFieldName;
  readonly value: string;
  readonly state: FieldState;
}

interface FieldWindow extends Window {
  readContent?: () => FieldContent;
  readText?: () => string;
}

interface Configuration {
  readonly fields: Readonly<
    Record<string, { readonly placeholder?: string; readonly internalLabel?: string }>
  >;
  readonly styles?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

type Reply = (answer: unknown) => void;

const own = window as FieldWindow;
const field = window.name.replace('braintree-hosted-field-', '') as CardFieldName;
const bus = new Framebus({ channel: window.location.hash.slice(1) });
const name = (event: string) => `hosted-fields:${event}`;
const input = document.createElement('input');
let client: InstanceType<typeof Client> | null = null;
let isFocused = false;
/** Whether the page has requested focus before the input existed. */
let isFocusRequested = false;

function siblings(): FieldWindow[] {
  const found: FieldWindow[] = [];
  for (let index = 0; index < window.parent.length; index += 1) {
    try {
      const frame = window.parent.frames[index] as FieldWindow;
      if (frame.location.hash === window.location.hash && frame.readContent !== undefined) found.push(frame);
    } catch {
      // An iframe of another origin cannot be read.
    }
  }
  return found;
}

function allContents(): Readonly<Record<string, FieldContent>> {
  return Object.fromEntries(
    siblings().map((frame) => {
      const content = frame.readContent?.() as FieldContent;
      return [content.field, content];
    }),
  );
}

function typedNumber(): string {
  const frame = siblings().find((one) => one.name === 'braintree-hosted-field-number');
  return frame?.readText?.() ?? '';
}

/** The length of the security code depends on the card type, and so on the card number. */
function validate(value: string, number: string) {
  switch (field) {
    case 'cardholderName':
      return validateCardholderName(value);
    case 'number':
      return validateNumber(value);
    case 'expirationDate':
      return validateExpiration(value);
    case 'cvv':
      return validateCvv(value, cardTypeOf(digitsOf(number)));
  }
}

function format(text: string): string {
  const edit = { text, caret: text.length };
  if (field === 'cardholderName') return text;
  if (field === 'number') return formatNumber(edit).text;
  return field === 'cvv' ? formatCvv(edit, null).text : formatExpiration(edit, false).text;
}

function content(): FieldContent {
  const number = field === 'number' ? input.value : typedNumber();
  const { isValid, isPotentiallyValid } = validate(input.value, number);
  const state: FieldState = { isEmpty: input.value === '', isValid, isPotentiallyValid, isFocused };
  return { field, value: input.value, state };
}

interface CardKind {
  readonly type: string;
  readonly niceType: string;
  readonly code: { readonly name: string; readonly size: number };
}

/** Returns the card types that the typed digits can still become; all types while nothing is typed. */
function candidates(): CardKind[] {
  // The type declaration describes a callable module; the real module has the function as its default export.
  const { default: typesOf } = cardValidator.creditCardType as unknown as {
    readonly default: (number: string) => CardKind[];
  };
  return typesOf(typedNumber().replace(/\D/g, ''));
}

function emitInputEvent(type: string): void {
  const fields = Object.fromEntries(Object.values(allContents()).map((one) => [one.field, one.state]));
  const cards = candidates().map(({ type: kind, niceType, code }) => ({
    type: kind === 'mastercard' ? 'master-card' : kind,
    niceType,
    code,
  }));
  bus.emit(name('INPUT_EVENT'), { type, merchantPayload: { emittedBy: field, cards, fields } });
}

function watchInput(): void {
  let before = content().state;
  let cards = JSON.stringify(candidates().map(({ type }) => type));
  const compare = () => {
    const now = content().state;
    const types = JSON.stringify(candidates().map(({ type }) => type));
    if (now.isEmpty !== before.isEmpty) emitInputEvent(now.isEmpty ? 'empty' : 'notEmpty');
    if (now.isValid !== before.isValid || now.isPotentiallyValid !== before.isPotentiallyValid)
      emitInputEvent('validityChange');
    if (field === 'number' && types !== cards) {
      cards = types;
      emitInputEvent('cardTypeChange');
    }
    input.className = now.isPotentiallyValid ? (now.isValid ? 'valid' : '') : 'invalid';
    before = now;
  };
  input.addEventListener('input', () => {
    input.value = format(input.value);
    const digits = input.value.replace(/\D/g, '');
    if (field === 'number' && digits.length >= 6)
      bus.emit(name('BIN_AVAILABLE'), digits.slice(0, 6) as never);
    compare();
  });
  for (const type of ['focus', 'blur']) {
    input.addEventListener(type, () => {
      isFocused = type === 'focus';
      emitInputEvent(type);
    });
  }
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') emitInputEvent('inputSubmitRequest');
  });
}

function start({ fields, styles = {} }: Configuration): void {
  const { placeholder = '', internalLabel = field } = fields[field] ?? {};
  input.placeholder = placeholder;
  input.setAttribute('aria-label', internalLabel);
  input.autocomplete = 'off';
  input.inputMode = field === 'cardholderName' ? 'text' : 'numeric';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    Object.entries(styles)
      .map(([selector, rules]) => {
        const given = Object.entries(rules).map(([property, value]) => `${property}: ${value};`);
        return `${selector} { ${given.join(' ')} }`;
      })
      .join('\n'),
  );
  document.adoptedStyleSheets.push(sheet);
  document.body.append(input);
  watchInput();
  if (isFocusRequested) input.focus();
}

interface TokenizeOptions {
  readonly billingAddress?: Readonly<Record<string, string>>;
}

/** Returns the result for the provider's callback: `[error]` in the provider's own format, or `[null, payload]`. */
async function tokenize({ billingAddress }: TokenizeOptions): Promise<[unknown, unknown?]> {
  const all = allContents();
  const wrong = cardFieldNames.filter((one) => all[one]?.state.isValid === false);
  if (cardFieldNames.every((one) => all[one]?.state.isEmpty !== false))
    return [{ type: 'CUSTOMER', code: 'HOSTED_FIELDS_FIELDS_EMPTY', message: 'All fields are empty.' }];
  if (wrong.length > 0) {
    const details = { invalidFieldKeys: wrong };
    return [
      { type: 'CUSTOMER', code: 'HOSTED_FIELDS_FIELDS_INVALID', message: 'Some are invalid.', details },
    ];
  }
  const expiry = parseExpiration(all.expirationDate?.value ?? '');
  const creditCard = {
    number: all.number?.value.replace(/\D/g, ''),
    cvv: all.cvv?.value,
    cardholderName: all.cardholderName?.value,
    expirationMonth: String(expiry?.month).padStart(2, '0'),
    expirationYear: String(expiry?.year),
    billingAddress,
  };
  try {
    const endpoint = 'payment_methods/credit_cards';
    const answer = await client?.request({ method: 'post', endpoint, data: { creditCard } });
    return [null, answer?.creditCards[0]];
  } catch (error) {
    return [explain(error as ClientError)];
  }
}

interface ClientError {
  readonly code: string;
  readonly type: string;
  readonly details?: {
    readonly httpStatus?: number;
    readonly originalError?: { readonly fieldErrors?: readonly FieldError[] };
  };
}

interface FieldError {
  readonly code?: string;
  readonly fieldErrors?: readonly FieldError[];
}

const ownCodes: Readonly<Record<string, string>> = {
  '81724': 'HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE',
  '81736': 'HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED',
};

function explain(originalError: ClientError): object {
  const status = originalError.details?.httpStatus ?? 500;
  const details = { originalError };
  if (status >= 500 || status < 0) {
    const message = 'A tokenization network error occurred.';
    return { type: 'NETWORK', code: 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR', message, details };
  }
  const codes = (errors: readonly FieldError[]): string[] =>
    errors.flatMap(({ code, fieldErrors = [] }) => [...(code ? [code] : []), ...codes(fieldErrors)]);
  const known = codes(originalError.details?.originalError?.fieldErrors ?? []).find(
    (code) => code in ownCodes,
  );
  const code = known === undefined ? 'HOSTED_FIELDS_FAILED_TOKENIZATION' : ownCodes[known];
  return { type: 'CUSTOMER', code, message: 'The supplied card data failed tokenization.', details };
}

own.readContent = content;
own.readText = () => input.value;
bus.on(name('CONFIGURATION'), (configuration) => start(configuration as unknown as Configuration));
bus.on(name('TRIGGER_INPUT_FOCUS'), (wanted) => {
  if ((wanted as { readonly field?: string }).field !== field) return;
  if (input.isConnected) input.focus();
  else isFocusRequested = true;
});
const message = document.createElement('p');
message.id = 'message';
input.setAttribute('aria-describedby', message.id);
bus.on(name('SET_MESSAGE'), (given) => {
  const { field: named, message: text } = given as { readonly field?: string; readonly message?: string };
  if (named !== field) return;
  message.textContent = text ?? '';
  document.body.append(message);
});
bus.on(name('SET_ATTRIBUTE'), (given) => {
  const { field: named, attribute, value } = given as Readonly<Record<string, string>>;
  if (named === field && attribute !== undefined && value !== undefined) input.setAttribute(attribute, value);
});
if (field === 'number') {
  bus.on(name('TOKENIZATION_REQUEST'), (options, reply) => {
    void tokenize(options as TokenizeOptions).then((answer) => (reply as unknown as Reply)(answer));
  });
  bus.emit(name('READY_FOR_CLIENT'), (configuration: unknown) => {
    client = new Client(configuration);
  });
}
bus.emit(name('FRAME_READY'), { field }, (configuration: unknown) => {
  bus.emit(name('CONFIGURATION'), configuration as Record<string, unknown>);
});
