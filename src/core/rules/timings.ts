/** Durations in milliseconds (specification §2, §9). */
export const timings = {
  notificationAutoClose: 5000,
  languageSwitcherDelay: 3000,
  cartLoginRedirect: 1000,
  localeChangeNavigation: 500,
  layoutPaddingRecalculation: 2200,
  modalCloseAnimation: 200,
} as const;

/** Lengths in CSS pixels and layers (specification §2, §9). */
export const layout = {
  /** Below this width the burger menu replaces the navigation. */
  burgerBelow: 1024,
  cartScrollStep: 100,
  linkPrefetchMargin: 200,
  modalLayer: 1005,
  paymentPopup: { width: 400, height: 570 },
} as const;

/** Arrows of the mini cart show when there are more items than this (specification §2). */
export const itemsWithoutArrows = 2;

/** Page sizes of lists (specification §9). */
export const pageSizes = { activities: 10, payments: 5 } as const;
