import { expect } from 'vitest';
import { cardFieldNames } from '#core/rules/payments/card-fields.ts';
import type { CardFieldsState, TokenizeFailure } from '#ports/card-tokenizer.ts';
import { cardExposureCases } from './card-exposure-cases.ts';
import { cardFieldCases } from './card-field-cases.ts';
import { type CardFormHarness, fill, mounted } from './card-form-harness.ts';
import { eventually } from './eventually.ts';
import { type KitCases, required, runKit, type Tested } from './run-kit.ts';

const failure = (code: TokenizeFailure['code']) => ({ ok: false, error: { code } });

const typing: KitCases<CardFormHarness> = {
  async 'fills the containers that it has asked for: one for each field, or one for the whole card'(form) {
    const layout = await form.layout();
    expect(['separate', 'single']).toContain(layout);
    await mounted(form);
    expect(await form.filled()).toBe(layout === 'single' ? 1 : cardFieldNames.length);
    expect(await form.layout()).toBe(layout);
  },

  async 'starts with empty fields without errors'(form) {
    const { fields, card_type } = await (await mounted(form)).state(() => true);
    const untouched = { is_empty: true, is_focused: false, is_valid: false, is_potentially_valid: true };
    for (const field of cardFieldNames) expect(fields[field]).toEqual(untouched);
    expect(card_type).toBeNull();
  },

  async 'reports the card type, and each field when it becomes valid'(form) {
    await mounted(form);
    await fill(form, form.cards.accepted);
    const allValid = ({ fields }: CardFieldsState) => cardFieldNames.every((field) => fields[field].is_valid);
    const state = await form.state(allValid);
    expect(allValid(state)).toBe(true);
    expect(state.card_type).toBe('visa');
    expect(state.fields.number.is_empty).toBe(false);
  },

  async 'focuses the requested field'(form) {
    await mounted(form);
    for (const field of ['cvv', 'number'] as const) {
      await form.focus(field);
      const { fields } = await form.state((state) => state.fields[field].is_focused);
      expect(cardFieldNames.filter((name) => fields[name].is_focused)).toEqual([field]);
    }
  },

  async 'lets a screen reader read the error of a field until it is removed'(form) {
    await mounted(form);
    await form.describeError('cvv', 'Diese Prüfziffer stimmt nicht.');
    await eventually(() => form.readError('cvv')).toBe('Diese Prüfziffer stimmt nicht.');
    expect(await form.readError('number')).toBeNull();
    await form.describeError('cvv', null);
    await eventually(() => form.readError('cvv')).toBeNull();
  },

  async 'submits the form around it on Enter'(form) {
    await mounted(form);
    expect(await form.pressEnter('cvv')).toBe(1);
  },

  ...cardFieldCases,
};

const tokenizing: KitCases<CardFormHarness> = {
  async 'returns a nonce for a valid card, and another one the next time'(form) {
    await mounted(form);
    await fill(form, form.cards.accepted);
    const first = await form.tokenize();
    const second = await form.tokenize();
    if (!first.ok || !second.ok) throw new Error(`No nonce: ${JSON.stringify([first, second])}`);
    expect(first.value.method).toEqual({ kind: 'card', brand: 'visa', last_four: '1111' });
    expect(first.value.nonce).not.toBe(second.value.nonce);
    expect(first.value.nonce).toBe(first.value.nonce.trim());
    expect(first.value.nonce).not.toContain(form.cards.accepted.number.replace(/\D/g, ''));
  },

  async 'refuses empty fields, and otherwise reports the invalid ones'(form) {
    await mounted(form);
    expect(await form.tokenize()).toEqual(failure('FIELDS_EMPTY'));
    await form.type('cardholderName', form.cards.accepted.cardholderName);
    await form.type('number', form.cards.accepted.number);
    await form.type('cvv', '1');
    const error = { code: 'FIELDS_INVALID', fields: ['expirationDate', 'cvv'] };
    expect(await form.tokenize()).toEqual({ ok: false, error });
  },

  async 'returns a nonce to one of two parallel calls, and IN_PROGRESS to the other'(form) {
    await mounted(form);
    await fill(form, form.cards.accepted);
    const outcomes = await Promise.all([form.tokenize(), form.tokenize()]);
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes).toContainEqual(failure('IN_PROGRESS'));
  },

  async 'returns a nonce with liability shift after a passed challenge'(form) {
    await mounted(form);
    await fill(form, form.cards.challenge);
    const pending = form.tokenize();
    await form.answerChallenge('pass');
    const last_four = form.cards.challenge.number.replace(/\D/g, '').slice(-4);
    expect(await pending).toMatchObject({
      ok: true,
      value: { liability_shifted: true, method: { kind: 'card', last_four } },
    });
  },

  async 'fails when a challenge fails or is cancelled, and can be tried again'(form) {
    await mounted(form);
    await fill(form, form.cards.challenge);
    const ends = [
      ['fail', 'VERIFICATION_FAILED'],
      ['cancel', 'VERIFICATION_CANCELLED'],
    ] as const;
    for (const [answer, code] of ends) {
      const pending = form.tokenize();
      await form.answerChallenge(answer);
      expect(await pending).toEqual(failure(code));
    }
    const pending = form.tokenize();
    await form.answerChallenge('pass');
    expect(await pending).toMatchObject({ ok: true });
  },
};

/** Returns the data of a new action and a function to answer it. Throws if the harness has none. */
const actionOf = async (form: CardFormHarness) => ({
  data: await required(form, 'actionData')(),
  answer: required(form, 'answerAction'),
});

const actions: KitCases<CardFormHarness> = {
  async 'shows an action without mounted fields, and resolves when the buyer has finished'(form) {
    for (const choice of ['approve', 'decline'] as const) {
      const { data, answer } = await actionOf(form);
      const pending = form.continueAction(data);
      await answer(choice);
      // The server looks up the outcome of the payment; the page gets the same result for both.
      expect(await pending, choice).toEqual({ ok: true, value: null });
    }
  },

  async 'reports an action that was closed, which can be shown again'(form) {
    const { data, answer } = await actionOf(form);
    const pending = form.continueAction(data);
    await answer('close');
    expect(await pending).toEqual(failure('VERIFICATION_CANCELLED'));
    const again = form.continueAction(data);
    await answer('approve');
    expect(await again).toMatchObject({ ok: true });
  },

  async 'refuses an action that cannot be read'(form) {
    expect(await form.continueAction('{')).toEqual(failure('PROVIDER_ERROR'));
  },

  async 'reports an action that does not load'(form) {
    const { data } = await actionOf(form);
    await form.setOutage(true);
    const refused = await form.continueAction(data);
    expect(refused.ok ? null : refused.error.code).toMatch(/^(NETWORK|TIMED_OUT)$/);
  },
};

/** The titles of the tests that a provider skips whose fields tests cannot type into. */
export const typingTests = Object.keys(typing);

/** The titles of the tests that a provider without actions in the page skips. */
export const pageActionTests = Object.keys(actions);

const wallets: KitCases<CardFormHarness> = {
  async 'returns a nonce of each approved wallet, and another one the next time'(form) {
    await mounted(form);
    const kinds = await form.showWallets();
    expect(kinds).not.toEqual([]);
    expect(kinds).toEqual([...new Set(kinds)]);
    for (const kind of kinds) {
      const first = await form.useWallet(kind, 'approve');
      const second = await form.useWallet(kind, 'approve');
      if (!first.ok || !second.ok) throw new Error(`No nonce: ${JSON.stringify([first, second])}`);
      expect(first.value.method.kind).toBe(kind);
      expect(first.value.nonce).not.toBe(second.value.nonce);
      expect(first.value.contact).toBeUndefined();
    }
  },

  async 'reports a cancelled wallet, which can be opened again'(form) {
    await mounted(form);
    for (const kind of await form.showWallets()) {
      expect(await form.useWallet(kind, 'cancel')).toEqual({
        ok: false,
        error: { code: 'WALLET_CANCELLED' },
      });
      expect(await form.useWallet(kind, 'approve')).toMatchObject({ ok: true });
    }
  },
};

/** The titles of the tests that a provider without wallets skips. */
export const walletTests = Object.keys(wallets);

const breaking: KitCases<CardFormHarness> = {
  async 'removes all its elements on teardown, and ends pending calls'(form) {
    await mounted(form);
    await fill(form, form.cards.challenge);
    const pending = form.tokenize();
    await form.teardown();
    expect(await pending).toEqual(failure('PROVIDER_ERROR'));
    expect(await form.tokenize()).toEqual(failure('PROVIDER_ERROR'));
    expect(await form.elements()).toBe(0);
    // A page that is left while its form closes does it twice.
    await form.teardown();
    expect(await form.elements()).toBe(0);
  },

  async 'reports an expired client token, and mounts with a new one'(form) {
    expect(await form.mount('expired')).toEqual(failure('CLIENT_TOKEN_EXPIRED'));
    expect(await form.elements()).toBe(0);
    await mounted(form);
  },

  async 'refuses a malformed client token'(form) {
    expect(await form.mount('malformed')).toEqual(failure('PROVIDER_ERROR'));
    expect(await form.elements()).toBe(0);
  },

  async 'fails to mount while the provider is unreachable, and can be tried again'(form) {
    await form.setOutage(true);
    const refused = await form.mount('valid');
    expect(refused.ok ? null : refused.error.code).toMatch(/^(NETWORK|TIMED_OUT)$/);
    expect(await form.elements()).toBe(0);
    await form.setOutage(false);
    await mounted(form);
  },

  async 'fails to tokenise while the provider is unreachable, and can be tried again'(form) {
    await mounted(form);
    await fill(form, form.cards.accepted);
    await form.setOutage(true);
    const refused = await form.tokenize();
    expect(refused.ok ? null : refused.error.code).toMatch(/^(NETWORK|TIMED_OUT)$/);
    await form.setOutage(false);
    expect(await form.tokenize()).toMatchObject({ ok: true });
  },
};

/** Tests of the side effects of a tokenizer. */
const surroundings: KitCases<CardFormHarness> = {
  async 'ignores messages that do not come from the provider'(form) {
    await mounted(form);
    await fill(form, form.cards.accepted);
    expect(await form.tokenize()).toMatchObject({ ok: true });
    await form.setOutage(true);
    const [forged] = await Promise.all([form.tokenize(), form.repeatMessages()]);
    expect(forged.ok, 'a message of the page itself was accepted').toBe(false);
  },

  async 'keeps no nonce, client token or card number where another script could read it'(form) {
    await mounted(form);
    await fill(form, form.cards.accepted);
    const outcome = await form.tokenize();
    if (!outcome.ok) throw new Error(`No nonce: ${outcome.error.code}`);
    const digits = form.cards.accepted.number.replace(/\D/g, '');
    const stored = await form.stored();
    for (const secret of [outcome.value.nonce, 'client token', digits]) expect(stored).not.toContain(secret);
    await form.teardown();
    expect(await form.stored()).not.toContain(outcome.value.nonce);
  },

  async 'leaves no listeners and intervals behind, however often it is mounted'(form) {
    await mounted(form);
    await form.teardown();
    // Listeners that the provider's script adds once for the page may stay.
    const once = await form.leftovers();
    for (let times = 0; times < 2; times += 1) {
      await mounted(form);
      await form.teardown();
    }
    expect(await form.leftovers()).toBe(once);
  },

  async 'reports no liability shift for a card that its bank has not verified'(form) {
    await mounted(form);
    await fill(form, form.cards.unverified);
    expect(await form.tokenize()).toMatchObject({ ok: true, value: { liability_shifted: false } });
  },
};

/** The conformance tests of `ports/card-tokenizer.ts` by title. */
export const cardTokenizerCases = {
  ...surroundings,
  ...cardExposureCases,
  ...typing,
  ...tokenizing,
  ...actions,
  ...wallets,
  ...breaking,
};

/** Registers the conformance tests for one card tokenizer. */
export const describeCardTokenizer = (adapter: Tested<CardFormHarness>) =>
  runKit('card tokenizer', cardTokenizerCases, adapter);
