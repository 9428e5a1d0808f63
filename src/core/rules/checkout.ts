/** The steps of the checkout page in their order; the step stands in the query as `dialog`. */
export const checkoutSteps = ['address', 'payment', 'review'] as const;

export type CheckoutStep = (typeof checkoutSteps)[number];

/** What a shopper has already done in the checkout. */
export interface CheckoutProgress {
  /** The order exists: e-mail and address are stored on the server. */
  readonly has_order: boolean;
  /** A payment method is chosen, or nothing is due. Never true after a reload, because a nonce is not kept. */
  readonly has_payment: boolean;
}

/** The progress that each step requires. */
const prerequisites: Readonly<Record<CheckoutStep, readonly (keyof CheckoutProgress)[]>> = {
  address: [],
  payment: ['has_order'],
  review: ['has_order', 'has_payment'],
};

/** The step that achieves each kind of progress. */
const givenBy: Readonly<Record<keyof CheckoutProgress, CheckoutStep>> = {
  has_order: 'address',
  has_payment: 'payment',
};

/** The step named in an address, or the first one. */
export function parseCheckoutStep(dialog: string | null): CheckoutStep {
  return checkoutSteps.find((step) => step === dialog) ?? 'address';
}

/** The wanted step, or the first one whose result is still missing for it. */
export function reachableStep(wanted: CheckoutStep, progress: CheckoutProgress): CheckoutStep {
  const missing = prerequisites[wanted].find((fact) => !progress[fact]);
  return missing === undefined ? wanted : givenBy[missing];
}

/** Whether a step stands before another. */
export function isEarlierStep(step: CheckoutStep, other: CheckoutStep): boolean {
  return checkoutSteps.indexOf(step) < checkoutSteps.indexOf(other);
}
