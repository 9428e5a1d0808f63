import { z } from 'zod';
import { normaliseEmail } from '#core/model/email-address.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { logOutEverywhere } from '#server/accounts/operator-changes.ts';
import { auditCommand } from '#server/operations/books/audit-books.ts';
import { type CheckContext, checkCommand } from '#server/operations/readiness/check-command.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { actingAsCommand } from '#server/platform/audit-log.ts';
import { type BackupContext, backupCommand, restoreCommand } from './backup-commands.ts';
import { type Command, type CommandResult, defineCommand, done, failed } from './command.ts';
import { createCouponCommand, endCouponCommand, listCouponsCommand } from './coupon-commands.ts';
import { decideDeclarationCommand, listDeclarationsCommand } from './declaration-commands.ts';
import { removeDemoCommand } from './demo-commands.ts';
import { exportOrdersCommand } from './export-orders.ts';
import { addFilmCommand, cancelFilmCommand, listFilmsCommand } from './film-commands.ts';
import { importCustomersCommand, importProductsCommand } from './import-commands.ts';
import { exportInvoicesCommand } from './invoice-command.ts';
import { listMailsCommand, resendMailCommand } from './mail-commands.ts';
import {
  addOperatorCommand,
  listOperatorsCommand,
  removeOperatorCommand,
  resetOperatorCommand,
} from './operator-commands.ts';
import {
  cancelTransferCommand,
  listPaymentNoticesCommand,
  listTransfersCommand,
  listUnknownPaymentsCommand,
  transferReceivedCommand,
  transferSentCommand,
} from './payment-commands.ts';
import { refundOrderCommand, retryRefundCommand } from './refund-command.ts';
import { answerReviewCommand, listReviewsCommand } from './review-commands.ts';
import { deliverOrderCommand, setStockCommand, shipOrderCommand } from './shipment-commands.ts';
import { findOrdersCommand, showOrderCommand } from './show-order.ts';
import {
  addWebhookCommand,
  disableWebhookCommand,
  enableWebhookCommand,
  listDeliveriesCommand,
  listWebhooksCommand,
  removeWebhookCommand,
  resendWebhookCommand,
} from './webhook-commands.ts';

/** `sessions revoke`: logs an account out everywhere. Effective at once, because every call checks its session. */
const revokeSessionsCommand = defineCommand({
  name: 'sessions revoke',
  usage: 'EMAIL',
  summary: 'logs an account out on every device, at once',
  operands: ['email'],
  input: z.object({ email: z.string().transform(normaliseEmail) }),
  async run(context, { email }) {
    const user = await context.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    const ended = user === undefined ? null : await logOutEverywhere(context, user.id);
    if (ended === null) return failed(`There is no account ${email}.`);
    return done(`${email} is logged out; sessions ended: ${ended}.`);
  },
});

/** Every command of `npm run shop`, in the order of its help. */
export const commands: readonly Command[] = [
  showOrderCommand,
  findOrdersCommand,
  shipOrderCommand,
  deliverOrderCommand,
  // Before `refund`, which would read "retry" as an order code.
  retryRefundCommand,
  refundOrderCommand,
  listTransfersCommand,
  transferReceivedCommand,
  transferSentCommand,
  cancelTransferCommand,
  listUnknownPaymentsCommand,
  listPaymentNoticesCommand,
  listDeclarationsCommand,
  decideDeclarationCommand,
  exportOrdersCommand,
  exportInvoicesCommand,
  importProductsCommand,
  importCustomersCommand,
  auditCommand,
  createCouponCommand,
  listCouponsCommand,
  endCouponCommand,
  setStockCommand,
  listReviewsCommand,
  answerReviewCommand,
  addFilmCommand,
  listFilmsCommand,
  cancelFilmCommand,
  listMailsCommand,
  resendMailCommand,
  addWebhookCommand,
  disableWebhookCommand,
  enableWebhookCommand,
  listWebhooksCommand,
  removeWebhookCommand,
  listDeliveriesCommand,
  resendWebhookCommand,
  revokeSessionsCommand,
  addOperatorCommand,
  listOperatorsCommand,
  resetOperatorCommand,
  removeOperatorCommand,
  removeDemoCommand,
];

/** Commands that work on the whole database, which may not have tables yet. */
const databaseCommands: readonly Command<BackupContext>[] = [backupCommand, restoreCommand];

type ReadCommand<Context> = Result<(context: Context) => Promise<CommandResult>, readonly string[]>;

/** Parses the arguments of `npm run shop --`. Fails with every fault and what to type instead. */
export function readCommand(args: readonly string[]): ReadCommand<OrderContext> {
  const command = findCommand(commands, args);
  if (command === undefined)
    return err([`There is no command "${args.slice(0, 2).join(' ')}": help lists them.`]);
  const read = readArguments(command, args);
  return read.ok ? ok((context) => read.value(actingAsCommand(context, command.name))) : read;
}

/** Parses `backup` and `restore`; null for any other command. */
export function readDatabaseCommand(args: readonly string[]): ReadCommand<BackupContext> | null {
  const command = findCommand(databaseCommands, args);
  return command === undefined ? null : readArguments(command, args);
}

/** Parses `check`, which runs without the services of the shop; null for any other command. */
export function readCheckCommand(args: readonly string[]): ReadCommand<CheckContext> | null {
  return findCommand([checkCommand], args) === undefined ? null : readArguments(checkCommand, args);
}

function findCommand<Context>(
  among: readonly Command<Context>[],
  args: readonly string[],
): Command<Context> | undefined {
  return among.find(({ name }) => startsWith(args, name.split(' ')));
}

function readArguments<Context>(command: Command<Context>, args: readonly string[]): ReadCommand<Context> {
  const read = command.read(args.slice(command.name.split(' ').length));
  return read.ok ? read : err([...read.error, `Usage: ${usageOf(command)}`]);
}

/** Returns the help text: usage and summary of each command. */
export function describeCommands(): readonly string[] {
  return [
    'Commands for operators of the shop (npm run shop -- COMMAND):',
    '',
    '  help',
    '      this text',
    ...[...commands, ...databaseCommands, checkCommand].flatMap((command) => [
      `  ${usageOf(command)}`,
      `      ${command.summary}`,
      ...command.notes.map((note) => `        ${note}`),
    ]),
    '',
    'They work on DATABASE_URL, or on the data of the shop in DATA_DIR, whether it is running or not.',
    'Exit codes: 0 done, 1 not found or refused, 2 not understood.',
  ];
}

function startsWith(args: readonly string[], name: readonly string[]): boolean {
  return name.every((word, index) => args[index] === word);
}

function usageOf({ name, usage }: Pick<Command, 'name' | 'usage'>): string {
  return `${name} ${usage}`.trim();
}
