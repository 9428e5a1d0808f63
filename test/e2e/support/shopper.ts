import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Cart } from '#core/model/cart.ts';
import { serialiseStoredCart, storedCartKey } from '#core/rules/carts/cart-in-storage.ts';
import { challengeTexts } from '#sandbox/src/gateway/challenges.ts';
import { expectMessage } from './expect-message.ts';
import type { Say } from './shop-words.ts';

/** Card numbers of the sandbox (docs/behaviour/payments.md#sandbox-test-cards), and others that tests type. */
export const testCards = {
  accepted: '4111 1111 1111 1111',
  declined: '4000 1111 1111 1115',
  challenged: '4000 0000 0000 1091',
  challengeFails: '4000 0000 0000 1109',
  /** The charge needs an approval on a page of the bank, or in a dialog over the shop's page. */
  actionOnPage: '4000 0000 0000 3220',
  actionInPage: '4000 0000 0000 3212',
  /** The gateway refuses this card before it contacts the bank. */
  refused: '4000 0000 0000 0002',
  /** An accepted card that no page or file of the shop contains: if its digits are found, a shopper typed them. */
  unprinted: '4005 5192 0000 0004',
} as const;

export interface TypedAddress {
  readonly firstname: string;
  readonly lastname: string;
  readonly street: string;
  readonly house_number: string;
  readonly postal_code: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string;
}

export const vienna: TypedAddress = {
  firstname: 'Johanna',
  lastname: 'Brandt',
  street: 'Lindengasse',
  house_number: '14',
  postal_code: '1070',
  city: 'Wien',
  country: 'AT',
};

/** German labels of the address fields. The English labels are in the locale namespace `form`. */
const labels = {
  firstname: 'Vorname',
  lastname: 'Nachname',
  street: 'Straße',
  house_number: 'Hausnummer',
  postal_code: 'Postleitzahl',
  city: 'Ort',
} as const;

/** Locates the button that puts the product of a page into the cart. */
export const addButton = (page: Page, say: Say) =>
  page.getByRole('main').getByRole('button', { name: say('base', 'buy.add'), exact: true });

/** Locates the button that opens the cart. */
export const cartButton = (page: Page, say: Say) =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(`^${say('component', 'cart.button')}`) });

/** Performs the steps from a product to a paid order, and finds controls by their visible texts. */
export interface Shopper {
  /** Returns an amount in cents, formatted as on the page. */
  price(cents: number): string;
  /** Opens the page of a product (path below the locale), adds the product to the cart and waits for the message. */
  addToCart(path: string): Promise<void>;
  /** Fills a guest's cart with one piece of each product, through the API and local storage. */
  fillCart(...productIds: readonly string[]): Promise<void>;
  openCart(): Promise<Locator>;
  goToCheckout(): Promise<void>;
  fillEmail(email: string): Promise<void>;
  /** Fills in what the form contains: the whole address, or name and country. */
  fillAddress(address: TypedAddress): Promise<void>;
  continueToPayment(): Promise<void>;
  /** Opens the checkout as a guest with these products in the cart, and goes on to the payment step. */
  goToPayment(email: string, ...productIds: string[]): Promise<void>;
  /** Selects a payment method by its name, such as a stored card. */
  chooseMethod(name: string): Promise<void>;
  /** Locates the input of a card field in the provider's iframe. */
  cardField(name: string): Locator;
  fillCard(number: string): Promise<void>;
  continueToReview(): Promise<void>;
  /**
   * Presses a button beside card fields once it is visible, enabled and not covered. The event is dispatched to the
   * button: after a scroll or a change of the page, Chromium sends a mouse click to the provider's frame that was at
   * this position before, for longer on a busy machine.
   */
  pressBesideFields(target: Locator): Promise<void>;
  /** Types a code into the bank's iframe; the correct code is 1234. */
  approveAtBank(code: string): Promise<void>;
  agreeToStartAtOnce(): Promise<void>;
  /** Continues from the payment step to the review, agrees and places the order. */
  reviewAndOrder(): Promise<void>;
  /** Types a card in the payment step and places the order. */
  payWith(card: string): Promise<void>;
  /** Presses the button that places the order. */
  order(): Promise<void>;
  /** Expects the page of a paid order. */
  expectPaidOrder(): Promise<void>;
  /** Locates the order summary beside the checkout steps. */
  summary(): Locator;
  /** Returns the order code from the result page. */
  orderCode(): Promise<string>;
}

/** Creates a shopper who uses this page in the given language. */
export function createShopper(page: Page, language: 'de' | 'en', say: Say): Shopper {
  const checkout = (key: string, values = {}) => say('checkout', key, values);
  const label = (german: string) => (language === 'de' ? german : say('form', german));
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const cardField = (name: string) =>
    page.frameLocator(`iframe[title="${checkout(`payment.field.${name}`)}"]`).getByRole('textbox');
  const steps = () => page.getByRole('list', { name: checkout('steps.label') });

  async function pressBesideFields(target: Locator): Promise<void> {
    await target.click({ trial: true });
    await target.dispatchEvent('click');
  }

  async function expectStep(step: string): Promise<void> {
    await expect(steps().locator('[aria-current="step"]')).toContainText(checkout(`steps.${step}`));
  }

  return {
    price(cents) {
      const [whole, fraction] = (cents / 100).toFixed(2).split('.');
      return language === 'de' ? `${whole},${fraction}\u00a0€` : `€${whole}.${fraction}`;
    },
    async addToCart(path) {
      await page.goto(`/${language}${path}`);
      // On a phone the button of this product is in the bar at the bottom; other buttons are for other products.
      const bar = page.getByRole('region', { name: say('base', 'course.buy_bar') });
      const place = (await bar.isVisible()) ? bar : page.getByRole('main');
      await place
        .getByRole('button', { name: say('base', 'buy.add'), exact: true })
        .first()
        .click();
      await expectMessage(page, say('base', 'buy.added'));
    },
    async fillCart(...productIds) {
      const products = productIds.map((product_id) => ({ product_id, quantity: 1 }));
      const headers = { 'X-App-Language': language };
      const response = await page.request.post('/api/cart/bundles', { headers, data: { products } });
      if (!response.ok()) throw new Error(`POST /api/cart/bundles: ${response.status()}`);
      const cart: Cart = await response.json();
      const stored = serialiseStoredCart({ version: 1, merge_id: randomUUID(), owner: 'guest', cart });
      // Any document of the shop's origin gives access to local storage; this document has no scripts.
      await page.goto('/robots.txt');
      await page.evaluate(([key, text]) => localStorage.setItem(key, text), [storedCartKey, stored] as const);
    },
    async openCart() {
      await cartButton(page, say).click();
      const cart = page.getByRole('dialog', { name: say('component', 'cart.title') });
      await expect(cart).toBeVisible();
      return cart;
    },
    async goToCheckout() {
      await page.goto(`/${language}/checkout/shop?dialog=address`);
      await expectStep('address');
    },
    async fillEmail(email) {
      await page.getByLabel(checkout('address.contact')).fill(email);
    },
    async fillAddress(address) {
      // The form is complete when the cart is there.
      await expect(page.locator('#summary-whole dl')).toBeAttached();
      const field = (name: keyof typeof labels) => page.getByLabel(label(labels[name]), { exact: true });
      await field('firstname').fill(address.firstname);
      await field('lastname').fill(address.lastname);
      await page.getByLabel(label('Land')).selectOption(address.country);
      if (!(await field('street').isVisible())) return;
      for (const name of ['street', 'house_number', 'postal_code', 'city'] as const) {
        await field(name).fill(address[name]);
      }
    },
    async continueToPayment() {
      await button(checkout('address.continue')).click();
      await expectStep('payment');
    },
    async goToPayment(email, ...productIds) {
      await this.fillCart(...productIds);
      await this.goToCheckout();
      await this.fillEmail(email);
      await this.fillAddress(vienna);
      await this.continueToPayment();
    },
    async chooseMethod(name) {
      const method = page.getByRole('radio', { name, exact: true });
      await pressBesideFields(method);
      await expect(method).toBeChecked();
    },
    cardField,
    async fillCard(number) {
      // Otherwise focusing the last field scrolls the page, and the next click hits what was there before.
      await page
        .locator(`iframe[title="${checkout('payment.field.cardholderName')}"]`)
        .evaluate((frame) => frame.scrollIntoView({ block: 'center' }));
      await cardField('number').fill(number);
      await cardField('expirationDate').fill('11/30');
      await cardField('cvv').fill('123');
      await cardField('cardholderName').fill('Johanna Brandt');
    },
    pressBesideFields,
    async continueToReview() {
      await pressBesideFields(button(checkout('payment.continue')));
    },
    async approveAtBank(code) {
      const words = challengeTexts[language];
      const bank = page.frameLocator(`iframe[title="${words.title}"]`);
      await bank.getByLabel(words.code).fill(code);
      // By key: the dialog may still grow to the size of the bank's page, and a click would miss the button.
      await bank.getByLabel(words.code).press('Enter');
    },
    async agreeToStartAtOnce() {
      await expectStep('review');
      await page.getByRole('checkbox').check();
    },
    async reviewAndOrder() {
      await this.continueToReview();
      await this.agreeToStartAtOnce();
      await this.order();
    },
    async payWith(card) {
      await this.fillCard(card);
      await this.reviewAndOrder();
    },
    async order() {
      await button(checkout('review.order')).click();
    },
    async expectPaidOrder() {
      const title = checkout('complete.paid_title');
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    },
    summary: () => page.getByRole('complementary', { name: checkout('summary.title') }),
    async orderCode() {
      const words = checkout('complete.code', { code: '' }).trim();
      const line = await page.getByText(words).textContent();
      return (line ?? '').replace(words, '').trim();
    },
  };
}

/** Returns an e-mail address that no other test of this run uses. */
export const freshEmail = (name: string) => `kauf-${name}-${process.hrtime.bigint()}@meisterhand.example`;
