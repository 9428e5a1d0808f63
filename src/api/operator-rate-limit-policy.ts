import { operatorEndpoints } from './operator-endpoints.ts';
import { changed, changedByUser, withDefaultLimits } from './rate-limit-policy.ts';

/** The limits of each call of the back office (docs/behaviour/accounts.md#policy-of-effort). */
export const operatorRateLimitsOf = withDefaultLimits(operatorEndpoints, {
  logInOperator: [
    ...changed,
    'slow_work',
    'operator_login',
    'operator_login_account',
    'operator_login_slowed',
    'operator_factor',
    'login_network',
  ],
  proveOperator: [...changedByUser, 'operator_factor'],
  changeOwnPassword: [...changedByUser, 'slow_work', 'own_password', 'operator_login'],
  openInvitation: [...changed, 'token_guess'],
  acceptInvitation: [...changed, 'slow_work', 'token_guess', 'operator_factor'],

  getOperatorInvoice: ['reads', 'slow_work'],
  exportOperatorInvoices: ['reads', 'slow_work'],
  exportProvisions: ['reads', 'slow_work'],
  showWholePicture: ['reads', 'slow_work'],
  uploadPicture: [...changedByUser, 'slow_work'],
  exportNewsletter: [...changedByUser, 'slow_work'],
  importProducts: [...changedByUser, 'slow_work'],
  importCustomers: [...changedByUser, 'slow_work'],
  deleteCustomer: [...changedByUser, 'account_notice'],
});
