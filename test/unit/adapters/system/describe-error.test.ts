import { expect, test } from 'vitest';
import { describeError } from '#adapters/log/describe-error.ts';

function databaseError(code: string, message: string) {
  return Object.assign(new Error(message), {
    name: 'error',
    code,
    table: 'users',
    constraint: 'users_email_key',
    detail: 'Key (email)=(ada@example.org) already exists.',
    where: 'Ada Kern, Torstraße 7b',
  });
}

test('a database error is told by code, table and constraint, never by the row it quotes', () => {
  const told = describeError(databaseError('23505', 'duplicate key value violates "users_email_key"'));
  expect(told).toMatchObject({ code: '23505', table: 'users', constraint: 'users_email_key' });
  expect(told.message).toContain('duplicate key');
  expect(told.stack).toContain('describe-error.test');
  expect(JSON.stringify(told)).not.toMatch(/ada@|Kern|Torstra/);
});

test.each([
  databaseError('22P02', 'invalid input syntax for type uuid: "Ada Kern"'),
  databaseError('P0001', 'Ada Kern is refused'),
  new SyntaxError('Unexpected token in "Ada Kern"'),
])('a message that quotes what was sent is left out, in the stack, too: %s', (error) => {
  const told = JSON.stringify(describeError(error));
  expect(told).not.toContain('Kern');
  expect(told).toContain('describe-error.test');
});

test('addresses, logins and tokens in a message are masked, ids of rows are not', () => {
  const id = '01900000-0000-7000-8000-000000000000';
  const { message } = describeError(
    new Error(
      `550 <ada.kern@example.org> postgres://shop:s3cret@db:5432 eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0 ${id}`,
    ),
  );
  expect(message).toBe(`550 <[address]> postgres://shop:[address]:5432 [token] ${id}`);
});

test('causes are told as well, and what was thrown without being an error', () => {
  const told = describeError(new Error('outer', { cause: databaseError('22001', 'value "Ada Kern"') }));
  expect(told.cause?.code).toBe('22001');
  expect(JSON.stringify(told)).not.toContain('Kern');
  expect(describeError('mail to ada@example.org').message).toBe('mail to [address]');
  expect(describeError({ message: 'lost ada@example.org', code: 'ECONNRESET', queue: 'x' })).toEqual({
    type: 'Object',
    message: 'lost [address]',
    stack: '',
    code: 'ECONNRESET',
  });
  expect(describeError({ email: 'ada@example.org' }).message).toBe('[object Object]');
});
