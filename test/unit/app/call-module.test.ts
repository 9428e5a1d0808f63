import { expect, test } from 'vitest';
import { callModule } from '#app/settings/call-module.ts';

const refused = (call: () => unknown) =>
  expect(callModule({ name: 'acme' }, 'check its account', 10, async () => call())).rejects;

test('a call of a module that fails or hangs is reported in one sentence, without passwords', async () => {
  const never = new Promise(() => {});
  await refused(() => never).toThrow(
    '"acme" cannot check its account: it did not answer within 0.01 seconds.',
  );
  const refuse = () => {
    throw new Error('no access to https://shop:secret@acme.example\n    at somewhere');
  };
  await refused(refuse).toThrow(
    /^The module "acme" cannot check its account: no access to https:\/\/…@acme\.example\.$/,
  );
});

test('a call of a module that succeeds returns its result', async () => {
  expect(await callModule({ name: 'acme' }, 'be opened', 10_000, () => 'opened')).toBe('opened');
});
