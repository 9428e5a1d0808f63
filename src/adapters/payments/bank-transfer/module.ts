import type { Kysely } from 'kysely';
import { z } from 'zod';
import { isIban } from '#core/rules/payments/payment-rules.ts';
import type { PaymentModule, SettingsOf, TransferDetails } from '#ports/modules.ts';
import type { Database } from '#server/platform/database/schema.ts';

const settings = {
  BANK_TRANSFER_ACCOUNT_HOLDER: z.string().trim().min(1).max(70, 'set at most 70 characters').optional(),
  BANK_TRANSFER_IBAN: z
    .string()
    .transform((text) => text.replaceAll(' ', '').toUpperCase())
    .refine(isIban, 'set an IBAN whose check digits fit, like DE02 1203 0000 0000 2020 51')
    .optional(),
  BANK_TRANSFER_BIC: z
    .string()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, 'set 8 or 11 capital letters and digits like BYLADEM1001')
    .optional(),
  BANK_TRANSFER_TERM_DAYS: z
    .string()
    .regex(/^[1-9]\d?$/, 'set a number of days from 3 to 30')
    .transform(Number)
    .refine((days) => days >= 3 && days <= 30, 'set a number of days from 3 to 30')
    .optional(),
};

type Settings = SettingsOf<typeof settings>;

const defaultTerm = 7;
const needed = ['BANK_TRANSFER_ACCOUNT_HOLDER', 'BANK_TRANSFER_IBAN', 'BANK_TRANSFER_BIC'] as const;

/** Prepayment by bank transfer, with a ledger in the shop's own database. */
export default {
  kind: 'payment',
  name: 'bank_transfer',
  settings,
  check: (given, { isEarlier }) =>
    needed
      .filter((name) => !isEarlier && given[name] === undefined)
      .map((name) => ({
        name,
        text: `${name} is missing: payment by bank transfer needs account holder, IBAN and BIC.`,
      })),
  async open(given, { database, clock, ids }) {
    const { createBankTransferGateway } = await import('./server/bank-transfer-gateway.ts');
    const gateway = createBankTransferGateway({ db: database as Kysely<Database>, clock, ids });
    return { gateway, transfer: readDetails(given) };
  },
} satisfies PaymentModule<typeof settings>;

function readDetails({
  BANK_TRANSFER_ACCOUNT_HOLDER: account_holder,
  BANK_TRANSFER_IBAN: iban,
  BANK_TRANSFER_BIC: bic,
  BANK_TRANSFER_TERM_DAYS: term_days = defaultTerm,
}: Settings): TransferDetails | null {
  if (account_holder === undefined || iban === undefined || bic === undefined) return null;
  return { account_holder, iban, bic, term_days };
}
