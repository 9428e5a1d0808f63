/**
 * UI elements for the browser half of a payment module, in the shop's style: a dialog for a bank's page and a wallet
 * button. For browsers only.
 */
export type { VerificationDialog } from '#adapters/payments/verification-dialog.ts';
export { approvalSize, openVerificationDialog } from '#adapters/payments/verification-dialog.ts';
export { createWalletButton } from '#adapters/payments/wallet-button.ts';
