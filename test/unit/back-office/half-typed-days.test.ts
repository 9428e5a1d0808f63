import { zodResolver } from '@hookform/resolvers/zod';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { refuseInvalidDates } from '#back-office/kit/form-dialog.tsx';

const resolve = refuseInvalidDates<{ last_day: string }>(zodResolver(z.object({ last_day: z.string() })));

/** What a form does with an empty text of a day field, in which something may be typed that is no day. */
const sent = (badInput: boolean) => {
  const ref = { name: 'last_day', validity: { badInput } };
  const fields = { last_day: { name: 'last_day', ref } };
  return resolve({ last_day: '' }, undefined, { fields, shouldUseNativeValidation: false });
};

test('a form refuses what is no day instead of taking it for none', async () => {
  expect(await sent(false)).toEqual({ values: { last_day: '' }, errors: {} });
  expect((await sent(true)).errors.last_day).toMatchObject({ message: expect.any(String) });
});
