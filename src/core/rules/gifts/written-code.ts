/** The form of the codes that the shop makes itself. */
const issued = /^[0-9A-Z]{16}$/;

/**
 * A gift or voucher code as it is shown: in four groups of four, joined by hyphens, which are ignored where a code is
 * typed (docs/behaviour/coupons.md#code-spelling). A code that somebody chose stays as it is.
 */
export function writtenCode(code: string): string {
  return issued.test(code) ? (code.match(/.{4}/g) ?? []).join('-') : code;
}
