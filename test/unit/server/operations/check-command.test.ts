import { expect, test } from 'vitest';
import { type CheckOptions, checkCommand } from '#server/operations/readiness/check-command.ts';
import type { Finding } from '#server/operations/readiness/finding.ts';

async function run(findings: readonly Finding[], args: readonly string[] = []) {
  const command = checkCommand.read(args);
  if (!command.ok) throw new Error(command.error.join());
  const asked: CheckOptions[] = [];
  const { exit, text } = await command.value({
    async runChecks(options) {
      asked.push(options);
      return findings;
    },
  });
  return { asked, exit, lines: [...(text as Iterable<string>)] };
}

const look = { weight: 'look', subject: 'films', problem: 'two are missing', cure: 'bring them' } as const;
const wrong = {
  weight: 'wrong',
  subject: 'database',
  problem: 'fsync is off',
  cure: 'set fsync = on',
} as const;

test('faults are listed first, one line each with its cure, and set the exit code', async () => {
  expect(await run([look])).toMatchObject({
    exit: 0,
    lines: ['look  films: two are missing; bring them.\n', 'Nothing would go wrong.\n'],
  });
  expect(await run([look, wrong])).toMatchObject({
    exit: 1,
    lines: [
      'wrong  database: fsync is off; set fsync = on.\n',
      'look  films: two are missing; bring them.\n',
      '1 thing would go wrong.\n',
    ],
  });
  expect((await run([wrong, wrong])).lines.at(-1)).toBe('2 things would go wrong.\n');
});

test('DKIM selector and backups are checked if they are given', async () => {
  expect((await run([])).asked).toEqual([{ dkimSelector: null, backups: null }]);
  const { asked } = await run([], ['--dkim', 'eins', '--backups', '/srv/backups']);
  expect(asked).toEqual([{ dkimSelector: 'eins', backups: '/srv/backups' }]);
  expect(checkCommand.read(['--dkim', 'eins zwei']).ok).toBe(false);
});
