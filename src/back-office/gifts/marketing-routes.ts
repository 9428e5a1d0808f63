import type { RouteObject } from 'react-router';

/** Marketing routes: coupons, campaigns and giveaways. `addTexts` loads the texts that only few screens need. */
export const marketingRoutes = (addTexts: () => Promise<void>): readonly RouteObject[] => [
  {
    path: 'coupons',
    lazy: async () => {
      const { CouponsPage, couponsLoader } = await import('#back-office/coupons/coupons-page.tsx');
      return { Component: CouponsPage, loader: couponsLoader };
    },
  },
  {
    path: 'coupons/new',
    lazy: async () => ({
      Component: (await import('#back-office/coupons/new-coupon-page.tsx')).NewCouponPage,
    }),
  },
  {
    path: 'coupons/try',
    lazy: async () => ({
      Component: (await import('#back-office/coupons/try-coupon-page.tsx')).TryCouponPage,
    }),
  },
  {
    path: 'coupons/:id',
    lazy: async () => {
      const { CouponPage, couponLoader } = await import('#back-office/coupons/coupon-page.tsx');
      return { Component: CouponPage, loader: couponLoader };
    },
  },
  {
    path: 'campaigns',
    lazy: async () => {
      const { CampaignsPage, campaignsLoader } = await import('./campaigns-page.tsx');
      return { Component: CampaignsPage, loader: campaignsLoader };
    },
  },
  {
    path: 'giveaways/:key',
    lazy: async () => {
      const [{ GiveawayPage, giveawayLoader }] = await Promise.all([
        import('./giveaway-page.tsx'),
        addTexts(),
      ]);
      return { Component: GiveawayPage, loader: giveawayLoader };
    },
  },
];
