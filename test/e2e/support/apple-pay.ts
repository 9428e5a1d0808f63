/**
 * Simulates Apple Pay's payment sheet, which only Safari has: the shopper closes the first `closed` sheets
 * and approves the next one. Runs in the page, before the page's own scripts.
 */
export function standInForApplePay(closed: number): void {
  type Handler = ((event?: object) => void) | null;
  let sheets = 0;
  function openSheet() {
    const sheet = {
      onvalidatemerchant: null as Handler,
      onpaymentauthorized: null as Handler,
      oncancel: null as Handler,
      begin() {
        sheets += 1;
        if (sheets <= closed) sheet.oncancel?.();
        else sheet.onvalidatemerchant?.({ validationURL: 'https://apple-pay-gateway.apple.com/session' });
      },
      completeMerchantValidation() {
        sheet.onpaymentauthorized?.({ payment: { token: { paymentData: { version: 'EC_v1' } } } });
      },
      completePayment() {},
      abort() {},
    };
    return sheet;
  }
  const constants = { STATUS_SUCCESS: 0, STATUS_FAILURE: 1, canMakePayments: () => true };
  Object.assign(window, { ApplePaySession: Object.assign(openSheet, constants) });
}
