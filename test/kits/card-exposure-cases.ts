import { expect } from 'vitest';
import { type CardFormHarness, fill, mounted } from './card-form-harness.ts';
import type { KitCases } from './run-kit.ts';

/** Where a number may come to the shop's page, in which any script could read it: the page would have to be audited. */
export const cardExposureCases: KitCases<CardFormHarness> = {
  async 'lets no card number into the page: by a message, an event, an element, a name, the console or an address'(
    form,
  ) {
    await mounted(form);
    await fill(form, form.cards.accepted);
    expect(await form.tokenize()).toMatchObject({ ok: true });
    // Written with spaces or hyphens it is the same number.
    const exposed = (await form.exposed()).replaceAll(/[\s-]/g, '');
    expect(
      exposed.includes(form.cards.accepted.number.replace(/\D/g, '')),
      'the number was in the page',
    ).toBe(false);
  },
};
