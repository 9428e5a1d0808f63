import { z } from 'zod';
import type { TransferAccount } from '#core/rules/payment.ts';
import { isIban } from '#core/rules/payment.ts';

/** Prepayment: where buyers send their money, and the days they have for it. */
export type BankTransferConfig = TransferAccount & { readonly term_days: number };

const defaultTerm = 7;

/** The variables that offer payment by bank transfer. */
export const bankTransferVariables = {
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
} as const;

const settingsSchema = z.object(bankTransferVariables);
type TransferSettings = z.output<typeof settingsSchema>;

/** The shop's account, or null when none of its settings is given; a half-given one is a fault. */
export function readBankTransfer(settings: TransferSettings): {
  readonly bankTransfer: BankTransferConfig | null;
  readonly faults: readonly { readonly name: keyof TransferSettings; readonly text: string }[];
} {
  const {
    BANK_TRANSFER_ACCOUNT_HOLDER: account_holder,
    BANK_TRANSFER_IBAN: iban,
    BANK_TRANSFER_BIC: bic,
    BANK_TRANSFER_TERM_DAYS: term_days = defaultTerm,
  } = settings;
  if (account_holder !== undefined && iban !== undefined && bic !== undefined) {
    return { bankTransfer: { account_holder, iban, bic, term_days }, faults: [] };
  }
  const isBegun = Object.keys(bankTransferVariables).some(
    (name) => settings[name as keyof TransferSettings] !== undefined,
  );
  const needed = ['BANK_TRANSFER_ACCOUNT_HOLDER', 'BANK_TRANSFER_IBAN', 'BANK_TRANSFER_BIC'] as const;
  const missing = isBegun ? needed.filter((name) => settings[name] === undefined) : [];
  return {
    bankTransfer: null,
    faults: missing.map((name) => ({
      name,
      text: `${name} is missing: payment by bank transfer needs account holder, IBAN and BIC.`,
    })),
  };
}
