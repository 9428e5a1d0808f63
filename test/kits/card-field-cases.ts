import { expect } from 'vitest';
import { type CardFieldName, cardFieldNames } from '#core/rules/payments/card-fields.ts';
import type { CardFieldsState } from '#ports/card-tokenizer.ts';
import { type CardFormHarness, fill, mounted } from './card-form-harness.ts';
import { eventually } from './eventually.ts';
import type { KitCases } from './run-kit.ts';

/** Incomplete texts of fields. Every name is complete. */
const tooShort: Readonly<Partial<Record<CardFieldName, string>>> = {
  number: '411111111111',
  expirationDate: '1',
  cvv: '1',
};

/** The order of typing: the number first, which decides the length of the code. */
const typingOrder = [
  'number',
  'cvv',
  'expirationDate',
  'cardholderName',
] as const satisfies readonly CardFieldName[];

/** Tests of each card field, and that no other field changes. */
export const cardFieldCases: KitCases<CardFormHarness> = {
  async 'reports exactly the field that is empty or too short, for each field'(form) {
    const { accepted } = form.cards;
    for (const field of cardFieldNames)
      for (const text of ['', tooShort[field]]) {
        if (text === undefined) continue;
        await mounted(form);
        for (const one of typingOrder) {
          const typed = one === field ? text : accepted[one];
          if (typed !== '') await form.type(one, typed);
        }
        const outcome = await form.tokenize();
        const fields = outcome.ok || outcome.error.code !== 'FIELDS_INVALID' ? [] : outcome.error.fields;
        // Without a number the length of the code is unknown.
        const reported = field === 'number' && text === '' ? fields.filter((one) => one !== 'cvv') : fields;
        expect([outcome.ok, ...reported], `${field} is "${text}"`).toEqual([false, field]);
        await form.teardown();
      }
  },

  async 'changes the state of only the field that is typed in'(form) {
    await mounted(form);
    const typed: CardFieldName[] = [];
    for (const field of typingOrder) {
      await form.type(field, form.cards.accepted[field]);
      typed.push(field);
      // The frames of the fields report their states one by one.
      const state = await form.state(({ fields: now }) =>
        cardFieldNames.every(
          (one) => now[one].is_valid === typed.includes(one) && now[one].is_empty !== typed.includes(one),
        ),
      );
      const { fields } = state;
      // The page may know the state of a field, but not its text.
      expect(Object.keys(fields[field]).toSorted()).toEqual([
        'is_empty',
        'is_focused',
        'is_potentially_valid',
        'is_valid',
      ]);
      expect(Object.keys(state).toSorted()).toEqual(['card_type', 'fields']);
      for (const name of cardFieldNames)
        expect([name, fields[name].is_valid, fields[name].is_empty]).toEqual([
          name,
          typed.includes(name),
          !typed.includes(name),
        ]);
    }
  },

  async 'focuses each field, and shows the error of each field separately'(form) {
    await mounted(form);
    for (const field of cardFieldNames) {
      await form.focus(field);
      const isFocused = ({ fields: now }: CardFieldsState) =>
        cardFieldNames.every((name) => now[name].is_focused === (name === field));
      const { fields } = await form.state(isFocused);
      expect(cardFieldNames.filter((name) => fields[name].is_focused)).toEqual([field]);
    }
    for (const field of cardFieldNames) await form.describeError(field, `Fehler in ${field}`);
    for (const field of cardFieldNames)
      await eventually(() => form.readError(field)).toBe(`Fehler in ${field}`);
    for (const field of cardFieldNames) {
      await form.describeError(field, null);
      await eventually(() => form.readError(field)).toBeNull();
      const [next] = cardFieldNames.slice(cardFieldNames.indexOf(field) + 1);
      if (next !== undefined) expect(await form.readError(next)).toBe(`Fehler in ${next}`);
    }
  },

  async 'starts with empty fields, no errors and other nonces after a teardown'(form) {
    const nonces = new Set<string>();
    for (let times = 0; times < 2; times += 1) {
      await mounted(form);
      const { fields, card_type } = await form.state(() => true);
      expect(card_type).toBeNull();
      for (const field of cardFieldNames) {
        expect([field, fields[field].is_empty, fields[field].is_valid]).toEqual([field, true, false]);
        expect(await form.readError(field)).toBeNull();
      }
      await fill(form, form.cards.accepted);
      const outcome = await form.tokenize();
      if (!outcome.ok) throw new Error(`No nonce: ${outcome.error.code}`);
      nonces.add(outcome.value.nonce);
      await form.describeError('number', 'Fehler in number');
      for (const field of cardFieldNames) {
        await form.focus(field);
        const focused = await form.state((state) => state.fields[field].is_focused);
        expect(focused.fields[field], 'a field that is filled').toMatchObject({
          is_focused: true,
          is_valid: true,
        });
      }
      await form.teardown();
      expect(await form.elements()).toBe(0);
      // Without a pause, as after the Back button.
      await mounted(form);
      await form.teardown();
      expect(await form.elements()).toBe(0);
    }
    expect(nonces.size).toBe(2);
  },
};
