/** The four card fields of the payment step. */
export const cardFieldNames = ['cardholderName', 'number', 'expirationDate', 'cvv'] as const;

export type CardFieldName = (typeof cardFieldNames)[number];
