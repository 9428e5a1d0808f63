import type { Break } from '#test/architecture/support/describe-breaks.ts';
import { describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import type { CardFormHarness } from '#test/kits/card-tokenizer-kit.ts';
import { cardTokenizerCases } from '#test/kits/card-tokenizer-kit.ts';
import { openMemoryCardForm } from '#test/support/memory-card-form.ts';

type Tokenized = Awaited<ReturnType<CardFormHarness['tokenize']>>;
type Mounted = Awaited<ReturnType<CardFormHarness['mount']>>;
type FieldsState = Awaited<ReturnType<CardFormHarness['state']>>;

const empty = 'begins with empty fields of which nothing is wrong';
const valid = 'tells the card type and each field as it becomes valid';
const cursor = 'puts the cursor into the field asked for';
const error = 'has a screen reader read the error of a field, and no longer once it is taken back';
const enter = 'submits the form around it on Enter';
const nonce = 'gives a nonce for a good card, and another one the next time';
const wrong = 'refuses empty fields, and names the wrong ones of others';
const twoCalls = 'gives one nonce to two calls at once';
const passed = 'gives a nonce with the liability shifted once a challenge is passed';
const failed = 'fails when a challenge fails or is cancelled, and can be tried again';
const teardown = 'leaves nothing behind after a teardown, and ends what was pending';
const expired = 'says that a client token has expired, and mounts with a fresh one';
const malformed = 'refuses what is no client token';
const noMount = 'fails to mount while the provider is out of reach, and can be tried again';
const noNonce = 'fails to tokenise while the provider is out of reach, and can be tried again';

/** Returns a defect that replaces methods of the card form. */
function broken(
  name: string,
  change: (form: CardFormHarness) => Partial<CardFormHarness>,
  noticedBy: readonly string[],
): Break<CardFormHarness> {
  return { name, noticedBy, wrap: (form) => ({ ...form, ...change(form) }) };
}

const tokenizing = (name: string, change: (answer: Tokenized) => Tokenized, noticedBy: readonly string[]) =>
  broken(name, (form) => ({ tokenize: async () => change(await form.tokenize()) }), noticedBy);

const mounting = (name: string, change: (answer: Mounted) => Mounted, noticedBy: readonly string[]) =>
  broken(name, (form) => ({ mount: async (token) => change(await form.mount(token)) }), noticedBy);

const showing = (name: string, change: (state: FieldsState) => FieldsState, noticedBy: readonly string[]) =>
  broken(
    name,
    (form) => ({ state: async (matches) => change(await form.state((state) => matches(change(state)))) }),
    noticedBy,
  );

/** Returns a function that replaces the failure code `from` by `code`. Every other result stays unchanged. */
function called(from: string, code: 'PROVIDER_ERROR' | 'NETWORK') {
  return (answer: Tokenized): Tokenized =>
    !answer.ok && answer.error.code === from ? { ok: false, error: { code } } : answer;
}

const breaks: readonly Break<CardFormHarness>[] = [
  showing(
    'finds fault with a field that nobody has touched',
    (state) => ({
      ...state,
      fields: {
        ...state.fields,
        cvv: { ...state.fields.cvv, is_potentially_valid: !state.fields.cvv.is_empty },
      },
    }),
    [empty],
  ),
  showing('does not know the card', (state) => ({ ...state, card_type: null }), [valid]),
  showing(
    'finds no field valid',
    (state) => ({ ...state, fields: { ...state.fields, cvv: { ...state.fields.cvv, is_valid: false } } }),
    [valid],
  ),
  broken('leaves the cursor where it was', () => ({ focus: async () => undefined }), [cursor]),
  broken('keeps errors from screen readers', () => ({ describeError: async () => undefined }), [error]),
  broken(
    'leaves an error that was taken back',
    (form) => ({
      describeError: async (field, message) =>
        message === null ? undefined : form.describeError(field, message),
    }),
    [error],
  ),
  broken('swallows Enter', () => ({ pressEnter: async () => 0 }), [enter]),
  tokenizing(
    'gives the same nonce again',
    (answer) => (answer.ok ? { ok: true, value: { ...answer.value, nonce: 'nonce' } } : answer),
    [nonce],
  ),
  tokenizing(
    'gives the card number for a nonce',
    (answer) =>
      answer.ok
        ? { ok: true, value: { ...answer.value, nonce: `4111111111111111-${answer.value.nonce}` } }
        : answer,
    [nonce],
  ),
  tokenizing(
    'shows another card',
    (answer) =>
      answer.ok
        ? { ok: true, value: { ...answer.value, method: { kind: 'card', brand: 'visa', last_four: null } } }
        : answer,
    [nonce],
  ),
  tokenizing(
    'does not say which fields are wrong',
    (answer) =>
      !answer.ok && answer.error.code === 'FIELDS_INVALID'
        ? { ok: false, error: { code: 'FIELDS_INVALID', fields: [] } }
        : answer,
    [wrong],
  ),
  tokenizing(
    'takes empty fields for wrong ones',
    (answer) =>
      !answer.ok && answer.error.code === 'FIELDS_EMPTY'
        ? { ok: false, error: { code: 'FIELDS_INVALID', fields: [] } }
        : answer,
    [wrong],
  ),
  broken(
    'makes a nonce of each of two calls',
    (form) => ({
      async tokenize() {
        const answer = await form.tokenize();
        return !answer.ok && answer.error.code === 'IN_PROGRESS' ? form.tokenize() : answer;
      },
    }),
    [twoCalls],
  ),
  tokenizing(
    'does not say that the bank answers for a passed challenge',
    (answer) => (answer.ok ? { ok: true, value: { ...answer.value, liability_shifted: false } } : answer),
    [passed],
  ),
  tokenizing('gives no reason when a challenge fails', called('VERIFICATION_FAILED', 'PROVIDER_ERROR'), [
    failed,
  ]),
  tokenizing(
    'takes a cancelled challenge for a network that failed',
    called('VERIFICATION_CANCELLED', 'NETWORK'),
    [failed],
  ),
  broken(
    'gives a nonce after a failed challenge, as the vendor does',
    (form) => ({ answerChallenge: () => form.answerChallenge('pass') }),
    [failed],
  ),
  broken('leaves its frames behind', (form) => ({ elements: async () => (await form.elements()) || 4 }), [
    teardown,
    expired,
    malformed,
    noMount,
  ]),
  tokenizing('says something else of a form that is gone', called('PROVIDER_ERROR', 'NETWORK'), [teardown]),
  mounting(
    'takes an expired client token for a fault',
    (answer) =>
      !answer.ok && answer.error.code === 'CLIENT_TOKEN_EXPIRED'
        ? { ok: false, error: { code: 'PROVIDER_ERROR' } }
        : answer,
    [expired],
  ),
  mounting(
    'takes what is no client token for a network that failed',
    (answer) =>
      !answer.ok && answer.error.code === 'PROVIDER_ERROR'
        ? { ok: false, error: { code: 'NETWORK' } }
        : answer,
    [malformed],
  ),
  mounting(
    'takes a provider that is out of reach for a fault',
    (answer) =>
      !answer.ok && answer.error.code === 'NETWORK'
        ? { ok: false, error: { code: 'PROVIDER_ERROR' } }
        : answer,
    [noMount],
  ),
  tokenizing(
    'takes a lost connection for a refused card',
    (answer) =>
      !answer.ok && answer.error.code === 'NETWORK' ? { ok: false, error: { code: 'CARD_REFUSED' } } : answer,
    [noNonce],
  ),
];

describeBreaks<CardFormHarness>({
  name: 'the kit for card tokenizers, held against the one in memory',
  cases: cardTokenizerCases,
  create: openMemoryCardForm,
  breaks,
});
