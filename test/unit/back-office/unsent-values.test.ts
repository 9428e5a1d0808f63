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

test('a form that was closed unsent begins with what was typed, until it is sent', () => {
  const unsent = createUnsentValues<Letter>();
  const begun = () => unsent.fill(letter('2026-11-21')).defaultValues;
  expect(begun()).toEqual({ text: '', day: '2026-11-21' });
  unsent.keep('text', 'Dear');
  unsent.keep('text', 'Dear Ada');
  expect(begun()).toEqual({ text: 'Dear Ada', day: '2026-11-21' });
  unsent.forget();
  expect(begun()).toEqual({ text: '', day: '2026-11-21' });
});

test('a field in which nothing was typed is as in the record that was loaded since', () => {
  const unsent = createUnsentValues<Letter>();
  unsent.keep('text', '');
  expect(unsent.fill(letter('2026-11-30')).defaultValues).toEqual({ text: '', day: '2026-11-30' });
});
