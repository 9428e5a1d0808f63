import 'i18next';
import type auth from '#locales/de/auth.json';
import type backOffice from '#locales/de/backOffice.json';
import type backOfficeMore from '#locales/de/backOfficeMore.json';
import type base from '#locales/de/base.json';
import type blog from '#locales/de/blog.json';
import type cart from '#locales/de/cart.json';
import type checkout from '#locales/de/checkout.json';
import type component from '#locales/de/component.json';
import type error from '#locales/de/error.json';
import type help from '#locales/de/help.json';
import type learning from '#locales/de/learning.json';
import type menu from '#locales/de/menu.json';
import type myProfile from '#locales/de/myProfile.json';
import type form from '#locales/en/form.json';

declare module 'i18next' {
  /** Keys are taken from the German files; a test checks that the English files have the same ones. */
  interface CustomTypeOptions {
    defaultNS: 'base';
    returnNull: false;
    resources: {
      auth: typeof auth;
      /** Only loaded by the back office; the second file is loaded with the screens that need it. */
      backOffice: typeof backOffice & typeof backOfficeMore;
      base: typeof base;
      blog: typeof blog;
      cart: typeof cart;
      checkout: typeof checkout;
      component: typeof component;
      error: typeof error;
      form: typeof form;
      help: typeof help;
      learning: typeof learning;
      menu: typeof menu;
      myProfile: typeof myProfile;
    };
  }
}
