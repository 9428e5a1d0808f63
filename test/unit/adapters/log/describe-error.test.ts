import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { describeError } from '#adapters/log/describe-error.ts';
import { createPinoLog } from '#adapters/log/pino-log.ts';
import { logCrashes } from '#app/start/log-crashes.ts';

const secret = 'Anna-Muster';

/** Creates an error like those of `pg`, with the secret wherever PostgreSQL may quote a value. */
function postgresError(code: string, message: string): Error {
  return Object.assign(new Error(message), {
    name: 'error',
    severity: 'ERROR',
    code,
    detail: `Key (email)=(${secret}) already exists.`,
    where: `COPY users, line 1, column email: "${secret}"`,
    hint: secret,
    internalQuery: `select '${secret}'`,
    query: `insert into users values ('${secret}')`,
    parameters: [secret],
    table: 'users',
    constraint: 'users_email_key',
  });
}

const safeCodes = ['08006', '25P02', '28P01', '40001', '42703', '53300', '55P03', '57014', '58030'];
const state = fc
  .tuple(
    fc.constantFrom('02', '21', '22', '23', '27', '2B', '39', '44', '54', 'F0', 'HV', 'P0', 'XX'),
    fc.stringMatching(/^[0-9A-Z]{3}$/),
  )
  .map(([kind, rest]) => `${kind}${rest}`);

property.prop([state, fc.constantFrom('', '\n    at ', ' = "')])(
  'an error of PostgreSQL that may quote a value is reported by code, table and constraint only',
  (code, before) => {
    const error = postgresError(code, `refused${before}${secret}`);
    const reported = describeError(new Error('outer', { cause: error }));
    expect(JSON.stringify(reported)).not.toContain(secret);
    expect(reported.cause).toMatchObject({ code, table: 'users', constraint: 'users_email_key' });
    expect(reported.cause?.stack).toMatch(/^\s+at .*describe-error/);
  },
);

test.each(safeCodes)('error %s, about the server or a name, keeps its message and nothing else', (code) => {
  const reported = describeError(postgresError(code, 'column "nmae" does not exist'));
  expect(reported.message).toBe('column "nmae" does not exist');
  expect(JSON.stringify(reported)).not.toContain(secret);
});

test.each(['EPIPE', 'EAUTH', 'ECONNREFUSED', 'ERR_HTTP_HEADERS_SENT'])(
  '%s is no code of PostgreSQL, so the message is kept',
  (code) => {
    expect(describeError(Object.assign(new Error('write'), { code })).message).toBe('write');
  },
);

test('an uncaught error is logged in the same way, and ends the process', () => {
  const lines: string[] = [];
  const log = createPinoLog({ level: 'error', destination: { write: (line) => lines.push(line) } });
  const listeners: ((error: unknown) => void)[] = [];
  const codes: unknown[] = [];
  logCrashes(log, {
    on: (_event, listener) => listeners.push(listener),
    exit: ((code: unknown) => codes.push(code)) as NodeJS.Process['exit'],
  });
  for (const listener of listeners) listener(postgresError('23505', `duplicate ${secret}`));
  expect(codes).toEqual([1]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('process_failed');
  expect(lines[0]).not.toContain(secret);
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

test('causes and thrown values that are no errors are reported as well', () => {
  const reported = describeError(
    new Error('outer', { cause: new SyntaxError('Unexpected token in "Ada Kern"') }),
  );
  expect(reported.cause?.type).toBe('SyntaxError');
  expect(JSON.stringify(reported)).not.toContain('Kern');
  expect(describeError('mail to ada@example.org').message).toBe('mail to [address]');
  expect(describeError({ message: 'lost ada@example.org', code: 'ECONNRESET', queue: 'x' })).toEqual({
    type: 'Object',
    message: 'lost [address]',
    stack: '',
    code: 'ECONNRESET',
  });
  expect(describeError({ email: 'ada@example.org' }).message).toBe('[object Object]');
});
