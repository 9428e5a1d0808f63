import { firstValueFrom, of } from 'rxjs';
import { cents } from '#core/rules/basics/money.ts';
import { cardFieldNames } from '#core/rules/payments/card-fields.ts';
import type { CardFields, CardFieldsOptions, CardTokenizer } from '#ports/card-tokenizer.ts';
import type { CardFormHarness, TypedCard } from '#test/kits/card-form-harness.ts';
import { createMemoryCardTokenizer } from './memory-card-tokenizer.ts';

const card = { cardholderName: 'Johanna Brandt', expirationDate: '12 / 30', cvv: '123' };
const subject = {
  amount: cents(8_900),
  email: 'j@meisterhand.example',
  billing_name: 'J',
  billing_country: 'DE',
};
const clientTokens = { valid: 'token', expired: 'expired', malformed: '' };

/** Returns mount options. There are no HTML elements to fill, so names stand for them. */
function optionsFor(client_token: string, layout: CardTokenizer['fields']): CardFieldsOptions {
  const names = { cardholderName: '', number: '', expirationDate: '', cvv: '' };
  const places = cardFieldNames.map((field) => [field, layout === 'single' ? 'card' : field]);
  const containers = Object.fromEntries(places) as CardFieldsOptions['containers'];
  return {
    client_token,
    locale: 'de',
    containers,
    placeholders: names,
    labels: names,
    verification: { title: '', cancel: '', onOpen: () => () => {} },
  };
}

/**
 * Opens the in-memory card fields with the functions that the conformance kit needs. Enter submits, as in a
 * form.
 */
export async function openMemoryCardForm(
  layout: CardTokenizer['fields'] = 'separate',
): Promise<CardFormHarness> {
  const tokenizer = createMemoryCardTokenizer(layout);
  let fields: CardFields | null = null;
  const current = (): CardFields => {
    if (fields === null) throw new Error('No fields are mounted');
    return fields;
  };
  const cards: Record<'accepted' | 'challenge' | 'unverified', TypedCard> = {
    accepted: { ...card, number: '4111111111111111' },
    challenge: { ...card, number: '4000000000001091' },
    unverified: { ...card, number: '4111111111111111' },
  };
  return {
    cards,
    layout: async () => tokenizer.fields,
    async mount(clientToken) {
      const result = await tokenizer.mount(optionsFor(clientTokens[clientToken], layout));
      if (!result.ok) return result;
      fields = result.value;
      return { ok: true, value: null };
    },
    type: async (field, text) => tokenizer.type(field, text),
    focus: async (field) => current().focus(field),
    describeError: async (field, message) => current().describeError(field, message),
    readError: async (field) => tokenizer.errorOf(field),
    state: () => firstValueFrom(current().state$),
    tokenize: () => current().tokenize(subject),
    answerChallenge: async (answer) => tokenizer.answerChallenge(answer),
    actionData: async () => 'action-1',
    async continueAction(data) {
      const verification = { title: '', cancel: '', onOpen: () => () => {} };
      const result = await tokenizer.continueAction?.({ data, locale: 'de', verification });
      if (result === undefined) throw new Error('The tokenizer shows no actions');
      return result;
    },
    answerAction: async (answer) => tokenizer.answerAction(answer),
    pressEnter: async () => 1,
    async showWallets() {
      const methods = await firstValueFrom(current().expressMethods$ ?? of([]));
      return methods.flatMap((method) => {
        if (method.kind === 'saved_card') return [];
        const container = {} as HTMLElement;
        method.show({ container, label: '', merchant: '', subject: () => subject, onEnd: () => {} });
        return [method.kind];
      });
    },
    useWallet: (_kind, answer) => tokenizer.useWallet(answer),
    teardown: () => current().teardown(),
    elements: async () => (tokenizer.isMounted() ? 4 : 0),
    filled: async () => (layout === 'single' ? 1 : 4),
    setOutage: async (isOut) => tokenizer.setOutage(isOut),
    // There is no page: nothing is sent, stored or listened to.
    repeatMessages: async () => {},
    stored: async () => '',
    exposed: async () => '',
    leftovers: async () => 0,
    dispose: async () => {},
  };
}
