import { showOrder } from '#host/command-line/show-order.ts';
import { readConfig } from './config.ts';
import { withOperatorDatabase } from './operator-database.ts';

const help = `Commands for operators of the shop:

  npm run shop -- help            this text
  npm run shop -- order CODE      looks up an order: state, lines, amounts, payment attempts, mails, history

They work on DATABASE_URL, or on the data of the shop in DATA_DIR, whether it is running or not.`;

/** Runs one command and answers the process's exit code: 0 done, 1 not found or failed, 2 not understood. */
async function run([command, ...words]: readonly string[]): Promise<number> {
  if (command === undefined || command === 'help') {
    console.log(help);
    return 0;
  }
  const [code] = words;
  if (command !== 'order' || code === undefined || words.length !== 1) {
    console.error(`Not understood: ${[command, ...words].join(' ')}\n\n${help}`);
    return 2;
  }
  const config = readConfig(process.env);
  if (!config.ok) {
    console.error(config.error.join('\n'));
    return 2;
  }
  const lines = await withOperatorDatabase(config.value, (db) => showOrder(db, code));
  if (lines === null) {
    console.error(`There is no order ${code}. An order's code stands in its confirmation mail.`);
    return 1;
  }
  console.log(lines.join('\n'));
  return 0;
}

process.exitCode = await run(process.argv.slice(2));
