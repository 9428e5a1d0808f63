/**
 * What the browser half of a payment module puts on the shop's page, in the shop's look: a dialog for the page of a bank
 * and the button of a wallet. For browsers only.
 */
export type { VerificationDialog } from '#adapters/payments/verification-dialog.ts';
export { approvalSize, openVerificationDialog } from '#adapters/payments/verification-dialog.ts';
export { createWalletButton } from '#adapters/payments/wallet-button.ts';
