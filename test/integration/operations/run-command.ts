import { readCommand } from '#server/operations/commands/commands.ts';
import type { OrderContext } from '#server/orders/order-context.ts';

interface Ran {
  readonly exit: 0 | 1 | 2;
  /** The lines of the command's output. */
  readonly lines: readonly string[];
}

/** Runs one command of `npm run shop` in this process. Returns its exit code and its output. */
export async function runCommand(context: OrderContext, ...words: readonly string[]): Promise<Ran> {
  const command = readCommand(words);
  if (!command.ok) return { exit: 2, lines: command.error };
  const { exit, text } = await command.value(context);
  let said = '';
  for await (const part of text) said += part;
  return { exit, lines: said.split('\n').slice(0, -1) };
}
