import type { Cancellation, DeclarationReceipt, Withdrawal } from '#core/model/declaration.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/**
 * Withdrawals and cancellations without login (decisions §4 and §8). What is declared is recorded and receipted, whether
 * or not it is about anything the host knows; the answer tells nobody which. Never refused for declaring too often;
 * missing or misspelt input fails with `INVALID_INPUT`, status 422.
 */
export interface Rights {
  withdraw(withdrawal: Withdrawal): Promise<Result<DeclarationReceipt, CallFailure>>;
  cancel(cancellation: Cancellation): Promise<Result<DeclarationReceipt, CallFailure>>;
}
