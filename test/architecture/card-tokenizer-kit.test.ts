import type { Result } from '#core/rules/basics/result.ts';
import type { PaymentNonce } from '#core/rules/payments/payment-rules.ts';
import type { CardFieldsState, TokenizeFailure } from '#ports/card-tokenizer.ts';
import {
  broken,
  mounting,
  showing,
  tokenizing,
  usingWallets,
} from '#test/architecture/support/break-card-forms.ts';
import { type Break, describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import { cardFieldCases } from '#test/kits/card-field-cases.ts';
import type { CardFormHarness } from '#test/kits/card-form-harness.ts';
import { cardTokenizerCases } from '#test/kits/card-tokenizer-kit.ts';
import { openMemoryCardForm } from '#test/support/memory-card-form.ts';

type Tokenized = Awaited<ReturnType<CardFormHarness['tokenize']>>;
type Approved = Awaited<ReturnType<CardFormHarness['useWallet']>>;

const places = 'fills the containers that it has asked for: one for each field, or one for the whole card';
const acts = 'shows an action without mounted fields, and resolves when the buyer has finished';
const actionClosed = 'reports an action that was closed, which can be shown again';
const actionRead = 'refuses an action that cannot be read';
const actionLoads = 'reports an action that does not load';
const empty = 'starts with empty fields without errors';
const valid = 'reports the card type, and each field when it becomes valid';
const cursor = 'focuses the requested field';
const error = 'lets a screen reader read the error of a field until it is removed';
const enter = 'submits the form around it on Enter';
const nonce = 'returns a nonce for a valid card, and another one the next time';
const wrong = 'refuses empty fields, and otherwise reports the invalid ones';
const twoCalls = 'returns a nonce to one of two parallel calls, and IN_PROGRESS to the other';
const passed = 'returns a nonce with liability shift after a passed challenge';
const failed = 'fails when a challenge fails or is cancelled, and can be tried again';
const teardown = 'removes all its elements on teardown, and ends pending calls';
const expired = 'reports an expired client token, and mounts with a new one';
const malformed = 'refuses a malformed client token';
const approved = 'returns a nonce of each approved wallet, and another one the next time';
const closed = 'reports a cancelled wallet, which can be opened again';
const noMount = 'fails to mount while the provider is unreachable, and can be tried again';
const forgedMessage = 'ignores messages that do not come from the provider';
const storing = 'keeps no nonce, client token or card number where another script could read it';
const exposing =
  'exposes no card number to the page: in a message, event, element, name, URL or on the console';
const leaving = 'leaves no listeners and intervals behind, however often it is mounted';
const liability = 'reports no liability shift for a card that its bank has not verified';
const noNonce = 'fails to tokenise while the provider is unreachable, and can be tried again';

/** Replaces failures with `code` by another failure. */
const takingFor =
  (code: TokenizeFailure['code'], error: TokenizeFailure) =>
  <Answer extends Result<unknown, TokenizeFailure>>(answer: Answer): Answer =>
    !answer.ok && answer.error.code === code ? ({ ok: false, error } as Answer) : answer;

/** Changes the values of successful results. */
const granting =
  (change: (value: PaymentNonce) => Partial<PaymentNonce>) =>
  <Answer extends Tokenized | Approved>(answer: Answer): Answer =>
    answer.ok ? { ...answer, value: { ...answer.value, ...change(answer.value) } } : answer;

/** Changes the state of the field `cvv`. */
const withCode =
  (change: (cvv: CardFieldsState['fields']['cvv']) => Partial<CardFieldsState['fields']['cvv']>) =>
  ({ fields, ...state }: CardFieldsState): CardFieldsState => ({
    ...state,
    fields: { ...fields, cvv: { ...fields.cvv, ...change(fields.cvv) } },
  });

/** Reports an action with this failure as finished. */
const finished = (code: TokenizeFailure['code']) => (form: CardFormHarness) => ({
  async continueAction(data: string) {
    const result = await form.continueAction(data);
    return !result.ok && result.error.code === code ? ({ ok: true, value: null } as const) : result;
  },
});

const breaks: readonly Break<CardFormHarness>[] = [
  broken(
    'accepts a nonce from a message of any origin',
    (form) => {
      let isRepeated = false;
      return {
        repeatMessages: async () => {
          isRepeated = true;
        },
        async tokenize() {
          const result = await form.tokenize();
          const method = { kind: 'card', brand: 'visa', last_four: '1111' } as const;
          const value = { nonce: 'nonce-of-a-stranger', method, liability_shifted: false };
          return isRepeated && !result.ok ? { ok: true, value } : result;
        },
      };
    },
    [forgedMessage],
  ),
  broken(
    'keeps its nonce in the storage of the page',
    (form) => {
      let kept = '';
      return {
        stored: async () => kept,
        async tokenize() {
          const result = await form.tokenize();
          if (result.ok) kept = result.value.nonce;
          return result;
        },
      };
    },
    [storing],
  ),
  ...['4111111111111111', 'card=4111 1111 1111 1111', '{"number":"4111-1111-1111-1111"}'].map((text) =>
    broken(`exposes ${text} to the page`, () => ({ exposed: async () => text }), [exposing]),
  ),
  broken('keeps the client token in a cookie', () => ({ stored: async () => 'client token' }), [storing]),
  broken(
    'leaves a listener behind with each mount',
    (form) => {
      let mounts = 0;
      return {
        leftovers: async () => mounts,
        async mount(token) {
          mounts += 1;
          return form.mount(token);
        },
      };
    },
    [leaving],
  ),
  tokenizing(
    'reports a liability shift for every card',
    granting(() => ({ liability_shifted: true })),
    [liability],
  ),
  broken(
    'reports the choice of the buyer to the page',
    (form) => {
      let choice = '';
      return {
        answerAction: async (answer) => {
          choice = answer;
          await form.answerAction?.(answer);
        },
        async continueAction(data) {
          const result = await form.continueAction(data);
          return choice === 'decline' ? { ok: false, error: { code: 'VERIFICATION_FAILED' } } : result;
        },
      };
    },
    [acts],
  ),
  broken('reports a closed dialog as a finished action', finished('VERIFICATION_CANCELLED'), [actionClosed]),
  broken(
    'reports an unreadable action as finished',
    (form) => ({
      continueAction: async (data) => (data === '{' ? { ok: true, value: null } : form.continueAction(data)),
    }),
    [actionRead],
  ),
  broken('reports an action that did not load as finished', finished('NETWORK'), [actionLoads]),
  broken('fills one element but declares separate fields', () => ({ filled: async () => 1 }), [places]),
  broken('declares one frame but fills four elements', () => ({ layout: async () => 'single' }), [places]),
  showing(
    'reports an error in an untouched field',
    withCode(({ is_empty }) => ({ is_potentially_valid: !is_empty })),
    [empty],
  ),
  showing('reports no card type', (state) => ({ ...state, card_type: null }), [valid]),
  showing(
    'reports no field as valid',
    withCode(() => ({ is_valid: false })),
    [valid],
  ),
  broken('does not move the cursor', () => ({ focus: async () => undefined }), [cursor]),
  broken('hides errors from screen readers', () => ({ describeError: async () => undefined }), [error]),
  broken(
    'keeps an error that was removed',
    (form) => ({
      describeError: async (field, message) =>
        message === null ? undefined : form.describeError(field, message),
    }),
    [error],
  ),
  broken('ignores the Enter key', () => ({ pressEnter: async () => 0 }), [enter]),
  tokenizing(
    'returns the same nonce again',
    granting(() => ({ nonce: 'nonce' })),
    [nonce],
  ),
  tokenizing(
    'returns the card number as the nonce',
    granting(({ nonce }) => ({ nonce: `4111111111111111-${nonce}` })),
    [nonce],
  ),
  tokenizing(
    'returns the data of another card',
    granting(() => ({ method: { kind: 'card', brand: 'visa', last_four: null } })),
    [nonce, passed],
  ),
  tokenizing(
    'does not report which fields are invalid',
    takingFor('FIELDS_INVALID', { code: 'FIELDS_INVALID', fields: [] }),
    [wrong],
  ),
  tokenizing(
    'reports empty fields as invalid ones',
    takingFor('FIELDS_EMPTY', { code: 'FIELDS_INVALID', fields: [] }),
    [wrong],
  ),
  broken(
    'returns different nonces to two parallel calls',
    (form) => ({
      async tokenize() {
        const answer = await form.tokenize();
        return !answer.ok && answer.error.code === 'IN_PROGRESS' ? form.tokenize() : answer;
      },
    }),
    [twoCalls],
  ),
  tokenizing(
    'does not report the liability shift after a passed challenge',
    granting(() => ({ liability_shifted: false })),
    [passed],
  ),
  tokenizing(
    'gives no reason when a challenge fails',
    takingFor('VERIFICATION_FAILED', { code: 'PROVIDER_ERROR' }),
    [failed],
  ),
  tokenizing(
    'reports a cancelled challenge as a network failure',
    takingFor('VERIFICATION_CANCELLED', { code: 'NETWORK' }),
    [failed],
  ),
  broken(
    'returns a nonce after a failed challenge, as the vendor does',
    (form) => ({ answerChallenge: () => form.answerChallenge('pass') }),
    [failed],
  ),
  broken('offers no wallet', () => ({ showWallets: async () => [] }), [approved]),
  usingWallets(
    'returns the same nonce of a wallet again',
    granting(() => ({ nonce: 'nonce' })),
    [approved],
  ),
  usingWallets(
    'calls a wallet a card',
    granting(() => ({ method: { kind: 'card', brand: null, last_four: null } })),
    [approved],
  ),
  usingWallets(
    'returns a nonce of a wallet that was cancelled',
    (answer) =>
      answer.ok
        ? answer
        : {
            ok: true,
            value: {
              nonce: 'nonce',
              method: { kind: 'paypal', brand: null, last_four: null },
              liability_shifted: false,
            },
          },
    [closed],
  ),
  broken('does not remove its frames', (form) => ({ elements: async () => (await form.elements()) || 4 }), [
    teardown,
    expired,
    malformed,
    noMount,
  ]),
  broken(
    'throws when it is taken down twice',
    (form) => {
      let isGone = false;
      return {
        async mount(token) {
          isGone = false;
          return form.mount(token);
        },
        async teardown() {
          if (isGone) throw new Error('The form is gone');
          isGone = true;
          await form.teardown();
        },
      };
    },
    [teardown],
  ),
  tokenizing('reports another failure after the teardown', takingFor('PROVIDER_ERROR', { code: 'NETWORK' }), [
    teardown,
  ]),
  mounting(
    'reports an expired client token as a provider error',
    takingFor('CLIENT_TOKEN_EXPIRED', { code: 'PROVIDER_ERROR' }),
    [expired],
  ),
  tokenizing(
    'returns its nonces with a space before them',
    (result) =>
      result.ok ? { ...result, value: { ...result.value, nonce: ` ${result.value.nonce}` } } : result,
    [nonce],
  ),
  broken(
    'shows the button of each wallet twice',
    ({ showWallets }) => ({
      async showWallets() {
        const kinds = await showWallets();
        return [...kinds, ...kinds];
      },
    }),
    [approved],
  ),
  mounting(
    'reports a malformed client token as a network failure',
    takingFor('PROVIDER_ERROR', { code: 'NETWORK' }),
    [malformed],
  ),
  mounting(
    'reports an unreachable provider as a provider error',
    takingFor('NETWORK', { code: 'PROVIDER_ERROR' }),
    [noMount],
  ),
  tokenizing('reports a lost connection as a refused card', takingFor('NETWORK', { code: 'CARD_REFUSED' }), [
    noNonce,
  ]),
];

describeBreaks<CardFormHarness>({
  name: 'the kit for card tokenizers, run with the memory adapter',
  cases: Object.fromEntries(
    Object.entries(cardTokenizerCases).filter(([title]) => !Object.hasOwn(cardFieldCases, title)),
  ),
  create: () => openMemoryCardForm(),
  breaks,
});
