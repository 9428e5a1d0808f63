import type { CardFieldName, VerificationSubject } from 'meisterhand/rules';
import {
  cardFieldNames,
  type SandboxFailure,
  type SandboxFieldState,
  type SandboxTokenization,
} from '../../frame-messages.ts';
import { digitsOf, parseExpiration } from '../card-input-rules.ts';
import { behaviourOf } from '../test-cards.ts';
import type { CardInput } from './card-input.ts';
import type { FrameLink } from './frame-link.ts';
import { type CardDetails, tokenizeCard } from './gateway-client.ts';

interface Filled {
  readonly text: string;
  readonly state: SandboxFieldState;
}

type Form = Readonly<Record<CardFieldName, Filled>>;

interface TokenizerOptions {
  readonly link: FrameLink;
  readonly input: CardInput;
  readonly lang: string;
}

interface Tokenizer {
  tokenize(clientToken: string, request: number, subject: VerificationSubject): void;
  abandon(request: number): void;
}

/** Maximum time to wait for the values of the other frames, in milliseconds. */
const collectLimit = 5_000;

/** Validates the form without the gateway; returns null when it is valid. */
function validateForm(form: Form): SandboxFailure | null {
  if (cardFieldNames.every((field) => form[field].state.is_empty)) return { code: 'FIELDS_EMPTY' };
  const wrong = cardFieldNames.filter((field) => !form[field].state.is_valid);
  if (wrong.length > 0) return { code: 'FIELDS_INVALID', fields: wrong };
  // A number that is not a test card may be a real card, so it must not leave this frame.
  return behaviourOf(digitsOf(form.number.text)) === null
    ? { code: 'FIELDS_INVALID', fields: ['number'] }
    : null;
}

function cardOf(form: Form): CardDetails | null {
  const expiration = parseExpiration(form.expirationDate.text);
  if (expiration === null) return null;
  return {
    cardholder_name: form.cardholderName.text.trim(),
    number: digitsOf(form.number.text),
    expiration_month: expiration.month,
    expiration_year: expiration.year,
    cvv: form.cvv.text,
  };
}

/**
 * Collects the values of the other fields in the frame of the card number and calls the gateway, one request
 * at a time.
 */
export function openTokenizer({ link, input, lang }: TokenizerOptions): Tokenizer {
  let current: { readonly request: number; readonly abort: AbortController } | null = null;
  let collecting: { request: number; found: Map<CardFieldName, Filled>; done: (form: Form) => void } | null =
    null;

  link.onSibling((event) => {
    if (event.type !== 'value' || event.request !== collecting?.request) return;
    collecting.found.set(event.field, event);
    if (collecting.found.size < cardFieldNames.length) return;
    collecting.done(Object.fromEntries(collecting.found) as Form);
  });

  function collect(request: number): Promise<Form | null> {
    const found = new Map<CardFieldName, Filled>([['number', { text: input.text(), state: input.state() }]]);
    return new Promise((resolve) => {
      const limit = setTimeout(() => resolve(null), collectLimit);
      const done = (form: Form) => {
        clearTimeout(limit);
        resolve(form);
      };
      collecting = { request, found, done };
      link.sendToSiblings({ type: 'collect', request });
    });
  }

  async function run(
    clientToken: string,
    request: number,
    subject: VerificationSubject,
    signal: AbortSignal,
  ): Promise<SandboxTokenization> {
    const form = await collect(request);
    if (form === null) return { outcome: 'failed', failure: { code: 'PROVIDER_ERROR' } };
    const fault = validateForm(form);
    const card = cardOf(form);
    if (fault !== null) return { outcome: 'failed', failure: fault };
    if (card === null) return { outcome: 'failed', failure: { code: 'PROVIDER_ERROR' } };
    return tokenizeCard({ client_token: clientToken, card, subject, lang }, signal);
  }

  return {
    tokenize(clientToken, request, subject) {
      current?.abort.abort();
      const abort = new AbortController();
      current = { request, abort };
      void run(clientToken, request, subject, abort.signal).then((result) => {
        if (abort.signal.aborted) return;
        if (result.outcome === 'failed' && result.failure.code === 'FIELDS_INVALID') {
          const { fields } = result.failure;
          if (fields.includes('number')) input.refuse();
          link.sendToSiblings({ type: 'refuse', fields });
        }
        link.sendToPage({ type: 'tokenized', request, result });
      });
    },
    abandon(request) {
      if (current?.request === request) current.abort.abort();
    },
  };
}
