/** How a subscription is cancelled: at the next possible day, or immediately for good cause (§ 312k BGB). */
export const cancellationKinds = ['ordinary', 'extraordinary'] as const;
