import { expect } from 'vitest';
import { type CardFormHarness, fill, mounted } from './card-form-harness.ts';
import type { KitCases } from './run-kit.ts';

/** Card numbers must not reach the shop's page, where any script could read them (PCI DSS). */
export const cardExposureCases: KitCases<CardFormHarness> = {
  async 'exposes no card number to the page: in a message, event, element, name, URL or on the console'(
    form,
  ) {
    await mounted(form);
    await fill(form, form.cards.accepted);
    expect(await form.tokenize()).toMatchObject({ ok: true });
    // A number may be written with spaces or hyphens.
    const exposed = (await form.exposed()).replaceAll(/[\s-]/g, '');
    expect(
      exposed.includes(form.cards.accepted.number.replace(/\D/g, '')),
      'the number was in the page',
    ).toBe(false);
  },
};
