import { z } from 'zod';
import { normaliseEmail } from '#core/rules/address.ts';
import type { Result } from '#core/rules/result.ts';
import { err } from '#core/rules/result.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { BackupContext } from './backup.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import type { Command, CommandResult } from './command.ts';
import { defineCommand, done, failed } from './command.ts';
import { createCouponCommand, listCouponsCommand } from './coupons.ts';
import { decideDeclarationCommand, listDeclarationsCommand } from './declarations.ts';
import { removeDemoCommand } from './demo.ts';
import { exportOrdersCommand } from './export-orders.ts';
import { listMailsCommand, resendMailCommand } from './mails.ts';
import {
  cancelTransferCommand,
  listPaymentNoticesCommand,
  listTransfersCommand,
  listUnknownPaymentsCommand,
  transferReceivedCommand,
  transferSentCommand,
} from './payments.ts';
import { refundOrderCommand, retryRefundCommand } from './refunds.ts';
import { answerReviewCommand, listReviewsCommand } from './reviews.ts';
import { deliverOrderCommand, setStockCommand, shipOrderCommand } from './shipments.ts';
import { findOrdersCommand, showOrderCommand } from './show-order.ts';
import {
  addWebhookCommand,
  listDeliveriesCommand,
  listWebhooksCommand,
  removeWebhookCommand,
  resendWebhookCommand,
} from './webhooks.ts';

/** `sessions revoke`: logs an account out everywhere. Effective at once, because every call checks its session. */
const revokeSessionsCommand = defineCommand({
  name: 'sessions revoke',
  usage: 'EMAIL',
  summary: 'logs an account out on every device, at once',
  operands: ['email'],
  input: z.object({ email: z.string().transform(normaliseEmail) }),
  async run({ db, clock }, { email }) {
    const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    if (user === undefined) return failed(`There is no account ${email}.`);
    const { numUpdatedRows } = await db
      .updateTable('sessions')
      .set({ revoked_at: new Date(clock.now()) })
      .where('user_id', '=', user.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return done(`${email} is logged out; sessions ended: ${numUpdatedRows}.`);
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
  createCouponCommand,
  listCouponsCommand,
  setStockCommand,
  listReviewsCommand,
  answerReviewCommand,
  listMailsCommand,
  resendMailCommand,
  addWebhookCommand,
  listWebhooksCommand,
  removeWebhookCommand,
  listDeliveriesCommand,
  resendWebhookCommand,
  revokeSessionsCommand,
  removeDemoCommand,
];

/** Commands that work on the whole database, which may still be without tables. */
const databaseCommands: readonly Command<BackupContext>[] = [backupCommand, restoreCommand];

type ReadCommand<Context> = Result<(context: Context) => Promise<CommandResult>, readonly string[]>;

/** Parses the arguments of `npm run shop --`. Fails with every fault and what to type instead. */
export function readCommand(args: readonly string[]): ReadCommand<ServerContext> {
  const command = findCommand(commands, args);
  if (command === undefined)
    return err([`There is no command "${args.slice(0, 2).join(' ')}": help lists them.`]);
  return readArguments(command, args);
}

/** The same for `backup` and `restore`; null for any other command. */
export function readDatabaseCommand(args: readonly string[]): ReadCommand<BackupContext> | null {
  const command = findCommand(databaseCommands, args);
  return command === undefined ? null : readArguments(command, args);
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

/** The help: what each command does and its usage. */
export function describeCommands(): readonly string[] {
  return [
    'Commands for operators of the shop (npm run shop -- COMMAND):',
    '',
    '  help',
    '      this text',
    ...[...commands, ...databaseCommands].flatMap((command) => [
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
