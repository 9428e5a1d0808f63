import type { Result } from '#core/rules/result.ts';
import { err } from '#core/rules/result.ts';
import type { HostContext } from '#server/server-context.ts';
import { answerDeclarationCommand } from './answer-declaration.ts';
import type { Command, CommandAnswer } from './command.ts';
import { createCouponCommand } from './create-coupon.ts';
import { exportOrdersCommand } from './export-orders.ts';
import { findOrdersCommand } from './find-orders.ts';
import { listCouponsCommand } from './list-coupons.ts';
import { listDeclarationsCommand } from './list-declarations.ts';
import { listMailsCommand } from './list-mails.ts';
import { listPaymentNoticesCommand } from './list-payment-notices.ts';
import { listUnknownPaymentsCommand } from './list-unknown-payments.ts';
import { refundOrderCommand } from './refund-order.ts';
import { resendMailCommand } from './resend-mail.ts';
import { retryRefundCommand } from './retry-refund.ts';
import { revokeSessionsCommand } from './revoke-sessions.ts';
import { setStockCommand } from './set-stock.ts';
import { deliverOrderCommand, shipOrderCommand } from './ship-order.ts';
import { showOrderCommand } from './show-order.ts';
import {
  cancelTransferCommand,
  listTransfersCommand,
  transferReceivedCommand,
  transferSentCommand,
} from './transfers.ts';

/** Every command of `npm run shop`, in the order of its help. */
export const commands: readonly Command[] = [
  showOrderCommand,
  findOrdersCommand,
  shipOrderCommand,
  deliverOrderCommand,
  // Before refund, which would take "retry" for the code of an order.
  retryRefundCommand,
  refundOrderCommand,
  listTransfersCommand,
  transferReceivedCommand,
  transferSentCommand,
  cancelTransferCommand,
  listUnknownPaymentsCommand,
  listPaymentNoticesCommand,
  listDeclarationsCommand,
  answerDeclarationCommand,
  exportOrdersCommand,
  createCouponCommand,
  listCouponsCommand,
  setStockCommand,
  listMailsCommand,
  resendMailCommand,
  revokeSessionsCommand,
];

/** Reads what was typed after `npm run shop --`; fails with everything that is wrong with it and what to type instead. */
export function readCommand(
  words: readonly string[],
): Result<(context: HostContext) => Promise<CommandAnswer>, readonly string[]> {
  const command = commands.find(({ name }) => startsWith(words, name.split(' ')));
  if (command === undefined)
    return err([`There is no command "${words.slice(0, 2).join(' ')}": help lists them.`]);
  const read = command.read(words.slice(command.name.split(' ').length));
  return read.ok ? read : err([...read.error, `Usage: ${usageOf(command)}`]);
}

/** What each command does and how it is written. */
export function describeCommands(): readonly string[] {
  return [
    'Commands for operators of the shop (npm run shop -- COMMAND):',
    '',
    '  help',
    '      this text',
    ...commands.flatMap((command) => [
      `  ${usageOf(command)}`,
      `      ${command.summary}`,
      ...command.notes.map((note) => `        ${note}`),
    ]),
    '',
    'They work on DATABASE_URL, or on the data of the shop in DATA_DIR, whether it is running or not.',
    'Exit codes: 0 done, 1 not found or refused, 2 not understood.',
  ];
}

function startsWith(words: readonly string[], name: readonly string[]): boolean {
  return name.every((word, index) => words[index] === word);
}

function usageOf({ name, usage }: Command): string {
  return `${name} ${usage}`.trim();
}
