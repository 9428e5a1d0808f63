import { expect, test } from 'vitest';
import { done, failed } from '#server/operations/commands/command.ts';
import { commands, describeCommands, readCommand } from '#server/operations/commands/commands.ts';

test('the help lists every command with its arguments', () => {
  const help = describeCommands().join('\n');
  for (const { name, usage, summary } of commands) {
    expect(help).toContain(`  ${`${name} ${usage}`.trim()}\n`);
    expect(help).toContain(summary);
  }
});

test.each(commands.map(({ name }) => name))('%s refuses an option that it does not know', (name) => {
  const read = readCommand([...name.split(' '), '--unheard-of']);
  expect(read.ok).toBe(false);
  if (!read.ok) expect(read.error.join('\n')).toMatch(/'--unheard-of'[\s\S]*Usage: /);
});

test.each(commands.filter(({ usage }) => usage === '').map(({ name }) => name))(
  '%s takes no arguments',
  (name) => {
    expect(readCommand([...name.split(' ')]).ok).toBe(true);
    expect(readCommand([...name.split(' '), 'mehr']).ok).toBe(false);
  },
);

test.each([['nope'], ['coupon'], ['coupon', 'paint'], ['orders']])('%s is no command', (...words) => {
  const read = readCommand(words);
  expect(read.ok ? '' : read.error[0]).toContain('help lists them');
});

test.each([
  ['done', done],
  ['failed', failed],
] as const)('%s writes one line for each of its texts, whatever these contain', (_name, write) => {
  const name = 'Ada \n\r\n  W-FAKE  withdrawal\rfor "M-1"\n';
  expect([...(write(`by ${name}`, '  so far: {}').text as Iterable<string>)]).toEqual([
    'by Ada W-FAKE  withdrawal for "M-1" \n',
    '  so far: {}\n',
  ]);
});
