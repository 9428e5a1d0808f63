import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { QuantityStepper } from '#ui/components/carts/quantity-stepper.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { Checkbox } from '#ui/components/parts/fields/choices.tsx';
import { PasswordField, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { createI18n } from '#ui/i18n/create-i18n.ts';
import { loadAllTexts } from '#ui/i18n/texts.ts';

let texts: Awaited<ReturnType<typeof loadAllTexts>>;
beforeAll(async () => {
  texts = await loadAllTexts('en');
});

const html = (element: ReactNode) =>
  renderToStaticMarkup(<I18nextProvider i18n={createI18n('en', texts)}>{element}</I18nextProvider>);

const stepper = (quantity: number, maximum: number | null, isDisabled = false) =>
  html(
    <QuantityStepper
      quantity={quantity}
      maximum={maximum}
      isDisabled={isDisabled}
      name="Box"
      onChange={() => undefined}
    />,
  );

/** Returns whether the button with this label is disabled (`aria-disabled`). */
const isAtEnd = (markup: string, name: string) =>
  new RegExp(`<button[^>]*aria-label="${name}"[^>]*aria-disabled="true"`).test(markup);

describe('the quantity stepper', () => {
  test('stops at 1 and at the maximum', () => {
    expect([isAtEnd(stepper(1, 3), 'Fewer'), isAtEnd(stepper(1, 3), 'More')]).toEqual([true, false]);
    expect([isAtEnd(stepper(2, 3), 'Fewer'), isAtEnd(stepper(2, 3), 'More')]).toEqual([false, false]);
    expect([isAtEnd(stepper(3, 3), 'Fewer'), isAtEnd(stepper(3, 3), 'More')]).toEqual([false, true]);
    expect(isAtEnd(stepper(99, null), 'More')).toBe(false);
  });

  test('has no plus and minus while the cart is disabled', () => {
    expect(stepper(2, 3, true)).not.toContain('<button');
    expect(stepper(2, 3, true)).toContain('2');
  });
});

describe('a button', () => {
  test('is gold and small by default, and does not submit before hydration', () => {
    const markup = html(<Button type="submit">Send</Button>);
    expect(markup).toMatch(/class="[^"]*gold[^"]*small/);
    // A click before hydration is carried out afterwards.
    expect(markup).toContain('type="button"');
    expect(markup).not.toContain('aria-disabled');
  });

  test('keeps its label while it shows the spinner, gold by default', () => {
    const markup = html(<Button isLoading>Send</Button>);
    expect(markup).toContain('aria-busy="true"');
    expect(markup).toContain('Send');
    expect(markup).toContain('data-colour="gold"');
    expect(markup).not.toContain(' disabled');
  });
});

describe('a field', () => {
  test('belongs to its label, hint and error', () => {
    const markup = html(
      <TextField label="Street" hint="Without number" error="Please fill in" name="street" />,
    );
    const id = /<label for="([^"]+)"/.exec(markup)?.[1];
    expect(markup).toContain(`<input type="text" id="${id}"`);
    expect(markup).toContain(`aria-describedby="${id}-error ${id}-hint"`);
    expect(markup).toContain('aria-invalid="true"');
    expect(markup).toContain(`id="${id}-error"`);
    expect(markup).toContain(`id="${id}-hint"`);
  });

  test('without an error is not invalid, and an empty error is none', () => {
    expect(html(<TextField label="Street" error="" />)).not.toContain('aria-invalid');
    expect(html(<Checkbox error={undefined}>Yes</Checkbox>)).not.toContain('aria-invalid');
    expect(html(<Checkbox error="Please tick">Yes</Checkbox>)).toContain('aria-invalid="true"');
  });

  test('a password is hidden at first and says how to show it', () => {
    const markup = html(<PasswordField label="Password" autoComplete="new-password" />);
    expect(markup).toContain('type="password"');
    expect(markup).toContain('autoComplete="new-password"');
    expect(markup).toMatch(/<button[^>]*aria-label="Show password"/);
  });
});
