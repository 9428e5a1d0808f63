import { expect } from 'vitest';
import { type CardFieldName, cardFieldNames } from '#core/rules/payments/card-fields.ts';
import type { CardFieldsState } from '#ports/card-tokenizer.ts';
import { type CardFormHarness, fill, mounted } from './card-form-harness.ts';
import { eventually } from './eventually.ts';
import type { KitCases } from './run-kit.ts';

/** The beginning of what belongs into a field; any name is one. */
const tooShort: Readonly<Partial<Record<CardFieldName, string>>> = {
  number: '411111111111',
  expirationDate: '1',
  cvv: '1',
};

/** As shoppers type, so that a provider knows by the number how long the code is. */
const inTurn = [
  'number',
  'cvv',
  'expirationDate',
  'cardholderName',
] as const satisfies readonly CardFieldName[];

/** What holds for one field holds for each of them, and says nothing of the others. */
export const fieldWalks: KitCases<CardFormHarness> = {
  async 'names the field that is empty or too short, whichever it is, and no other one'(form) {
    const { accepted } = form.cards;
    for (const field of cardFieldNames)
      for (const text of ['', tooShort[field]]) {
        if (text === undefined) continue;
        await mounted(form);
        for (const one of inTurn) {
          const typed = one === field ? text : accepted[one];
          if (typed !== '') await form.type(one, typed);
        }
        const outcome = await form.tokenize();
        const fields = outcome.ok || outcome.error.code !== 'FIELDS_INVALID' ? [] : outcome.error.fields;
        // Without a number nobody knows how long the code has to be.
        const told = field === 'number' && text === '' ? fields.filter((one) => one !== 'cvv') : fields;
        expect([outcome.ok, ...told], `${field} is "${text}"`).toEqual([false, field]);
        await form.teardown();
      }
  },

  async 'reports what is typed of the field in which it is typed, and of no other one'(form) {
    await mounted(form);
    const typed: CardFieldName[] = [];
    for (const field of inTurn) {
      await form.type(field, form.cards.accepted[field]);
      typed.push(field);
      // The frames of the fields tell what they have got one by one.
      const state = await form.state(({ fields: now }) =>
        cardFieldNames.every(
          (one) => now[one].is_valid === typed.includes(one) && now[one].is_empty !== typed.includes(one),
        ),
      );
      const { fields } = state;
      // What is typed belongs to the provider: the page is told what it is like, not what it is.
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

  async 'puts the cursor into each field, and lets each have an error of its own'(form) {
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

  async 'starts anew when it was taken down: with empty fields, without errors, and with other nonces'(form) {
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
      // At once, as when somebody goes back.
      await mounted(form);
      await form.teardown();
      expect(await form.elements()).toBe(0);
    }
    expect(nonces.size).toBe(2);
  },
};
