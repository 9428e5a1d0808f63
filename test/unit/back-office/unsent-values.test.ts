import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { FormDescription } from '#back-office/kit/form-dialog.tsx';
import { createUnsentValues } from '#back-office/kit/records/unsent-values.ts';
import { ok } from '#core/rules/basics/result.ts';

interface Letter {
  text: string;
  day: string;
}

const letter = (day: string): FormDescription<Letter, null> => ({
  schema: z.object({ text: z.string(), day: z.string() }),
  fields: [],
  submitLabel: 'login.submit',
  defaultValues: { text: '', day },
  send: async () => ok(null),
});

test('a form that was closed unsent opens with the typed values, until it is sent', () => {
  const unsent = createUnsentValues<Letter>();
  const initialValues = () => unsent.fill(letter('2026-11-21')).defaultValues;
  expect(initialValues()).toEqual({ text: '', day: '2026-11-21' });
  unsent.keep('text', 'Dear');
  unsent.keep('text', 'Dear Ada');
  expect(initialValues()).toEqual({ text: 'Dear Ada', day: '2026-11-21' });
  unsent.forget();
  expect(initialValues()).toEqual({ text: '', day: '2026-11-21' });
});

test('a field without typed input has the value of the record that was loaded since', () => {
  const unsent = createUnsentValues<Letter>();
  unsent.keep('text', '');
  expect(unsent.fill(letter('2026-11-30')).defaultValues).toEqual({ text: '', day: '2026-11-30' });
});
