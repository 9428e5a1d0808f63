/** The page in a real browser in which the card tokenizer kit runs. Needs playwright and vite. */
export type { CardFormSite, OpenCardForm } from '#test/kits/browser/card-form-site.ts';
export { pageHarness, startCardFormSite } from '#test/kits/browser/card-form-site.ts';
