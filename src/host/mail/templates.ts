/** What each mail needs to know; amounts and lines of an order are read when the mail is made. */
export interface MailFacts {
  /** Order confirmation with the invoice and gift codes; `template` of the order chooses between the three. */
  readonly order: { readonly order_id: string };
  readonly gift: { readonly order_id: string };
  readonly subscription: { readonly order_id: string };
  /** First password of an account made by a purchase. */
  readonly set_password: { readonly token: string };
  readonly reset_password: { readonly token: string };
  /** Six digits to log in during checkout. */
  readonly login_code: { readonly code: string };
}

export type MailTemplate = keyof MailFacts;
