import type { Observable } from 'rxjs';
import type { PostalAddress, Salutation } from '#core/model/address.ts';
import type { Cart, CartError, CustomProperties } from '#core/model/cart.ts';
import type { CodeInfo, Redemption } from '#core/model/code.ts';
import type { Cancellation, DeclarationReceipt, Withdrawal } from '#core/model/declaration.ts';
import type { Order } from '#core/model/order.ts';
import type { PaymentProvider } from '#core/model/payment.ts';
import type { Locale } from '#core/model/primitives.ts';
import type { ProductCard } from '#core/model/product.ts';
import type { Review, ReviewDraft } from '#core/model/review.ts';
import type { Subscription } from '#core/model/subscription.ts';
import type { Learner } from '#core/model/user.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import type { NotificationRequest } from '#core/state/notification-store.ts';
import type { CardTokenizer } from '#ports/card-tokenizer.ts';
import type { ContactMessage } from '#ports/contact.ts';
import type { StartedPayment } from '#ports/orders.ts';
import type { CardFieldsStart } from '#ports/subscriptions.ts';
import type { MarketingActions } from './marketing-actions.ts';
import type { MailLinkActions, ProfileActions } from './profile-actions.ts';
import type { Answer } from './shop-queries.ts';
import type { WishActions } from './wish-actions.ts';

/** Why a cart stayed as it was; the notification has already been raised. */
export interface CartRefusal {
  readonly code: CartError;
}

/** The answer of a change to the cart. */
export type CartAnswer = Promise<Result<Cart, CallFailure | CartRefusal>>;

/** Changes of the cart; all of them wait in one queue, so they end as if done one after the other. */
export interface CartActions {
  /** Adds `quantity` of the product; more of one that is there already (specification §4, action 1). */
  addToCart(wish: {
    readonly product: ProductCard;
    readonly quantity: number;
    readonly custom_properties?: CustomProperties;
  }): CartAnswer;
  /** Sets a line's quantity, at least 1 and at most the product's maximum. */
  setCartQuantity(product_id: string, quantity: number): CartAnswer;
  /** Takes a line away; taking the last one raises the warning that the cart is empty. */
  removeFromCart(product_id: string): CartAnswer;
  /** Reads the cart anew: a guest's from the browser, a learner's from the host. */
  loadCart(): CartAnswer;
  /** Sets the one coupon, or uses a voucher as tender. A refusal's code is a `CouponRefusal`. */
  applyCoupon(code: string, campaign?: string): CartAnswer;
  /** Takes coupon and voucher off. */
  cancelCoupon(): CartAnswer;
  /** Says where the cart goes; a guest's cart is stored on the host first. `email` belongs to a guest's cart. */
  saveShippingAddress(address: PostalAddress, email?: string): CartAnswer;
}

/** Who shops here. A login also merges the guest's cart, which never stands in its way. */
export interface AccountActions {
  logIn(credentials: { readonly identifier: string; readonly password: string }): Answer<Learner>;
  logInWithCode(credentials: { readonly email: string; readonly code: string }): Answer<Learner>;
  /** Mails six digits to the e-mail of the guest's cart. */
  requestLoginCode(request: { readonly email: string }): Answer<null>;
  register(person: {
    readonly email: string;
    readonly password: string;
    readonly password_confirmation: string;
    readonly firstname: string;
    readonly lastname: string;
    readonly newsletter: boolean;
  }): Answer<Learner>;
  /** Ends the session and loads the page anew; it cannot fail for the shopper. */
  logOut(): Promise<void>;
  /** Mails a link; the answer is the same for known and unknown addresses. */
  requestPasswordReset(email: string): Answer<null>;
  resetPassword(change: {
    readonly token: string;
    readonly password: string;
    readonly password_confirmation: string;
  }): Answer<null>;
  /** Completes an account made by a purchase, with the token of its mail or logged in; logs in. */
  completeAccount(person: {
    readonly token?: string;
    readonly salutation: Salutation;
    readonly firstname: string;
    readonly lastname: string;
    readonly password: string;
    readonly password_confirmation: string;
    readonly newsletter: boolean;
  }): Answer<Learner>;
  /** Whether the e-mail has an account; wants a cart that is not empty. */
  checkAccount(email: string): Answer<{ readonly exists: boolean }>;
}

/** From the cart to the paid order (decisions §4). */
export interface OrderActions {
  /** Makes the cart's one open order, or answers it with new prices. */
  placeOrder(request: {
    readonly email?: string;
    readonly gift_pdf_product_ids: readonly string[];
  }): Answer<Order>;
  startPayment(order_id: string): Answer<StartedPayment>;
  /**
   * Charges `expected_total` cents (the order's `amount_due`). `nonce` is null only when nothing is due. An order in
   * state `unknown` or `charging` is an answer, not a failure: watch it.
   */
  payOrder(payment: {
    readonly order_id: string;
    readonly nonce: string | null;
    readonly expected_total: number;
    readonly waiver_accepted: boolean;
    readonly save_payment_method: boolean;
    /** What the provider has learnt about the device, if anything. */
    readonly device_data?: string | null;
    readonly billing_address?: PostalAddress;
  }): Answer<Order>;
  /**
   * Emits the order now and whenever it changed, asking again ever more slowly while its payment is open, and
   * completes when it is settled. A completed order empties the cart it came from and is reported as a purchase once,
   * so the result page subscribes too. A refusal to show the order is thrown into the stream as a `CallFailure`.
   */
  watchOrder(order_id: string): Observable<Order>;
  /** Brings the provider's card fields; nothing of a provider is downloaded before. Rejects when they cannot be loaded. */
  loadCardTokenizer(provider: PaymentProvider): Promise<CardTokenizer>;
}

/** Leaving contracts, with and without login (decisions §4 and §8), and changing what they are paid with. */
export interface RightsActions {
  /** Declares a withdrawal; the receipt comes by mail as well. */
  declareWithdrawal(withdrawal: Withdrawal): Answer<DeclarationReceipt>;
  /** Declares a cancellation, likewise. */
  declareCancellation(cancellation: Cancellation): Answer<DeclarationReceipt>;
  /** Ends one of the learner's own contracts as it said that it would; the profile follows. */
  cancelSubscription(id: string): Answer<Subscription>;
  /** Takes that back; the profile follows. */
  resumeSubscription(id: string): Answer<Subscription>;
  /** Begins the entry of another card for a contract. */
  startCardChange(id: string): Answer<CardFieldsStart>;
  /** Charges another card from now on; a charge that was refused before is tried at once. */
  changePaymentMethod(id: string, nonce: string, device_data?: string | null): Answer<Subscription>;
}

/** Codes that give something for good (decisions §5). */
export interface RedeemActions {
  /** Shows in the redeem store what a code gives, without using it up. */
  lookUpCode(code: string): Answer<CodeInfo>;
  /** Redeems a code for the learner who is logged in; profile and cart follow. */
  redeemCode(code: string): Answer<Redemption>;
}

/** A film that is being watched, as the player tells of it; positions and lengths in seconds. */
export interface Watching {
  /** It plays and has come this far: to be called at least once a second. */
  played(position: number, length: number): void;
  /** It was paused, or has ended. */
  stopped(position: number, length: number): void;
  /** The page is about to go away, or the lesson to give way to another. */
  left(position: number, length: number): void;
}

/** Lessons, and what one thinks of them (decisions §5, §8). */
export interface LearningActions {
  /** Begins to keep where the learner stops in a lesson. `onKept` says of each save whether it was kept. */
  watchLesson(lesson: string, onKept: (isKept: boolean) => void): Watching;
  /** Stores the learner's review of a product; a second one replaces the first. */
  writeReview(slug: string, draft: ReviewDraft): Answer<Review>;
  /** Takes the learner's own review of a product back. */
  removeReview(slug: string): Answer<null>;
}

/** Page-wide matters. */
export interface PageActions {
  /** Switches the language and, after 500 ms, loads `path` (as it is, with its present locale) under the new locale. */
  switchLocale(locale: Locale, path: string): Promise<void>;
  closeAnnouncement(): void;
  /** Shows a toast that closes itself after 5 seconds. */
  showNotification(notification: NotificationRequest): void;
  closeNotification(): void;
  /** Writes the visitor's choice and starts or stops what depends on it. */
  decideConsent(choice: {
    readonly marketing: boolean;
    readonly statistics: boolean;
    readonly preferences: boolean;
  }): void;
  /** To be called in the browser when a product's page is shown, once per visit of the page. */
  viewProduct(product: ProductCard): void;
  /** Sends a message to the people behind the shop. */
  sendMessage(message: ContactMessage): Answer<null>;
  /** Reports a bug that the page met. */
  reportError(error: unknown): void;
}

/** Everything a page can do. Actions already update stores and raise the notifications of specification §8. */
export interface Actions
  extends CartActions,
    AccountActions,
    OrderActions,
    RedeemActions,
    RightsActions,
    LearningActions,
    ProfileActions,
    MailLinkActions,
    MarketingActions,
    WishActions,
    PageActions {}
