/** The format of codes that the shop generates. */
const issued = /^[0-9A-Z]{16}$/;

/**
 * Formats a gift or voucher code for display: four groups of four, joined by hyphens, which are ignored on input
 * (docs/behaviour/coupons.md#code-spelling). A code that a person chose stays unchanged.
 */
export function formatCode(code: string): string {
  return issued.test(code) ? (code.match(/.{4}/g) ?? []).join('-') : code;
}
