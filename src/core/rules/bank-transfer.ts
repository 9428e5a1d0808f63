/** The shop's account for prepayment (decisions §4). */
export interface TransferAccount {
  readonly account_holder: string;
  /** Without spaces. */
  readonly iban: string;
  readonly bic: string;
}

/** Begins every nonce that stands for "I shall transfer the money". */
export const transferNoncePrefix = 'bank-transfer:';

/** Whether a nonce is the promise of a transfer, so that no card provider is asked. */
export function isTransferNonce(nonce: string): boolean {
  return nonce.startsWith(transferNoncePrefix);
}

/** Whether an IBAN without spaces is well formed and its two check digits fit (ISO 13616). */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of Number.parseInt(sign, 36).toString()) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}

/** An IBAN as people read it, in groups of four. */
export function writtenIban(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
