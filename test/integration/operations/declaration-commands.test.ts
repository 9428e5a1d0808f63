import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runCommand } from './run-command.ts';

const shop = await openTestShop();
const run = (...words: string[]) => runCommand(shop.context, ...words);

async function declare(code: string): Promise<string> {
  const { value } = await shop.call(endpoints.declareWithdrawal, {
    body: { code, email: 'ada@example.org', name: 'Ada Kern' },
  });
  await decideDeclarations(shop.context);
  return value?.data.id ?? '';
}

test('a withdrawal that matches nothing waits for nobody, and an operator can refuse it with a reason', async () => {
  expect((await run('declarations')).lines).toEqual(['No withdrawal or cancellation waits for an answer.']);
  const reference = await declare('GIBTSNICHT');
  expect((await run('declarations')).lines).toEqual([
    'No withdrawal or cancellation waits for an answer.',
    '1 more belong to no purchase and wait for nobody; declaration answer knows them, too.',
  ]);

  expect((await run('declaration', 'answer', reference)).exit).toBe(2);
  expect((await run('declaration', 'answer', reference, '--carry-out', '--goods-back')).exit).toBe(2);
  expect((await run('declaration', 'answer', reference, '--reject', 'no')).lines[0]).toContain('--reject: ');
  expect((await run('declaration', 'answer', reference, '--carry-out')).lines[0]).toContain('no such order');
  expect((await run('declaration', 'answer', reference, '--goods-back')).exit).toBe(1);
  expect((await run('declaration', 'answer', reference, '--settle')).lines[0]).toContain('needs --deduction');
  expect((await run('declaration', 'answer', reference, '--carry-out', '--deduction', '5')).exit).toBe(2);
  expect((await run('declaration', 'answer', reference, '--settle', '--deduction', '0')).lines).toEqual([
    `Nothing of ${reference} was used after it was declared.`,
  ]);
  expect((await run('declaration', 'answer', reference, '--goods-back', '--deduction', '-1')).exit).toBe(2);

  const answered = await run(
    'declaration',
    'answer',
    reference,
    '--reject',
    'Diese Bestellung kennen wir nicht.',
  );
  expect(answered).toMatchObject({ exit: 0, lines: [`${reference} is answered.`, expect.any(String)] });
  const again = await run('declaration', 'answer', reference, '--reject', 'Noch einmal.');
  expect(again).toEqual({ exit: 1, lines: [`${reference} was answered already.`] });
  expect((await run('declaration', 'answer', 'W-NICHTS', '--carry-out')).lines[0]).toContain(
    'There is no declaration',
  );
  const mails = await run('mail', 'list');
  expect(mails.lines.join('\n')).toMatch(/withdrawal_outcome to ada@example\.org/);
});
