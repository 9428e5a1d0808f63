import { zodResolver } from '@hookform/resolvers/zod';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { refuseInvalidDates } from '#back-office/kit/form-dialog.tsx';

const resolve = refuseInvalidDates<{ last_day: string }>(zodResolver(z.object({ last_day: z.string() })));

/** Validates an empty date field; `badInput`: the browser shows an incomplete date in it. */
const validate = (badInput: boolean) => {
  const ref = { name: 'last_day', validity: { badInput } };
  const fields = { last_day: { name: 'last_day', ref } };
  return resolve({ last_day: '' }, undefined, { fields, shouldUseNativeValidation: false });
};

test('a form refuses an incomplete date instead of treating it as empty', async () => {
  expect(await validate(false)).toEqual({ values: { last_day: '' }, errors: {} });
  expect((await validate(true)).errors.last_day).toMatchObject({ message: expect.any(String) });
});
