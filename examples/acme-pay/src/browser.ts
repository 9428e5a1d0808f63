import type {
  CardFields,
  CardFieldsOptions,
  CardFieldsState,
  OpenCardTokenizer,
  TokenizeFailure,
} from 'meisterhand/ports';
import type { PaymentNonce, Result } from 'meisterhand/rules';
import { BehaviorSubject } from 'rxjs';
import { showBank } from './bank-dialog.ts';
import { type FrameMessage, fieldNames, openFrame, readClientToken } from './frame.ts';

type Tokenized = Result<PaymentNonce, TokenizeFailure>;

const limits = { mount: 20_000, tokenize: 30_000 };

/**
 * The browser half. One frame of Acme Pay contains all card fields, so that the shop's page never sees the card number.
 */
const openAcmePay: OpenCardTokenizer = (_settings, { window }) => ({
  fields: 'single',
  async mount(options) {
    const session = readClientToken(options.client_token);
    if (session === null) return failure('PROVIDER_ERROR');
    if (session.expires_at <= Date.now()) return failure('CLIENT_TOKEN_EXPIRED');
    // With a single frame all four containers are the same element.
    const place = options.containers.number;
    const frame = openFrame({
      window,
      url: `${session.url}/card`,
      title: options.labels.number,
      place,
      height: 260,
    });
    const fields = createFields(frame, options);
    const fault = await frame.ready(limits.mount);
    if (fault !== null) {
      frame.remove();
      return failure(fault);
    }
    frame.send({ type: 'labels', labels: options.labels });
    return { ok: true, value: fields };
  },
  continueAction: ({ data, verification }) => showBank(window, data, verification),
});

export default openAcmePay;

function failure(code: Exclude<TokenizeFailure['code'], 'FIELDS_INVALID'>): {
  ok: false;
  error: TokenizeFailure;
} {
  return { ok: false, error: { code } };
}

const untouched = { is_empty: true, is_focused: false, is_valid: false, is_potentially_valid: true };

function createFields(frame: ReturnType<typeof openFrame>, { containers }: CardFieldsOptions): CardFields {
  const state = new BehaviorSubject<CardFieldsState>({
    fields: { cardholderName: untouched, number: untouched, expirationDate: untouched, cvv: untouched },
    card_type: null,
  });
  let requests = 0;
  let pending: { readonly request: number; readonly end: (result: Tokenized) => void } | null = null;
  let isGone = false;

  frame.listen((message) => {
    if (message.type === 'state') state.next(message.state);
    if (message.type === 'submit') containers.number.closest('form')?.requestSubmit();
    if (message.type === 'token' && message.request === pending?.request) pending.end(resultOf(message));
  });

  return {
    state$: state.asObservable(),
    focus: (field) => frame.send({ type: 'focus', field }),
    describeError: (field, message) => frame.send({ type: 'error', field, message }),
    async tokenize() {
      if (isGone) return failure('PROVIDER_ERROR');
      if (pending !== null) return failure('IN_PROGRESS');
      requests += 1;
      const request = requests;
      const result = await new Promise<Tokenized>((end) => {
        pending = { request, end };
        setTimeout(() => end(failure('TIMED_OUT')), limits.tokenize);
        frame.send({ type: 'tokenize', request });
      });
      pending = null;
      return result;
    },
    async teardown() {
      isGone = true;
      pending?.end(failure('PROVIDER_ERROR'));
      frame.remove();
      state.complete();
    },
  };
}

function resultOf(message: Extract<FrameMessage, { readonly type: 'token' }>): Tokenized {
  if ('error' in message) {
    const { code, fields = [] } = message.error;
    if (code !== 'FIELDS_INVALID') return failure(code);
    return { ok: false, error: { code, fields: fieldNames.filter((name) => fields.includes(name)) } };
  }
  const method = { kind: 'card', ...message.card } as const;
  // Acme Pay asks the bank when the card is charged: see `requires_action` of the server half.
  return { ok: true, value: { nonce: message.token, method, liability_shifted: false } };
}
