import { test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { authCookieSeconds, refreshMarginSeconds } from '#core/rules/access-token.ts';
import { itemsWithoutArrows, layout, pageSizes, timings } from '#core/rules/timings.ts';

test('the constants are those of specification §2 and §9', () => {
  expect({
    ...timings,
    ...layout,
    ...pageSizes,
    itemsWithoutArrows,
    refreshMarginSeconds,
    authCookieSeconds,
  }).toEqual({
    notificationAutoClose: 5000,
    languageSwitcherDelay: 3000,
    cartLoginRedirect: 1000,
    localeChangeNavigation: 500,
    layoutPaddingRecalculation: 2200,
    modalCloseAnimation: 200,
    burgerBelow: 1024,
    cartScrollStep: 100,
    linkPrefetchMargin: 200,
    modalLayer: 1005,
    paymentPopup: { width: 400, height: 570 },
    activities: 10,
    payments: 5,
    itemsWithoutArrows: 2,
    refreshMarginSeconds: 25,
    authCookieSeconds: 2 * 365 * 24 * 3600,
  });
});
