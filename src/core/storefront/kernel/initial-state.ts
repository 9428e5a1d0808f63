import type { Announcement, ShopFacts } from '#core/model/content.ts';
import type { Locale } from '#core/model/values.ts';
import type { PaymentOffer } from '#core/rules/payments/payment-rules.ts';
import type { AnalyticsServices } from '#core/rules/tracking/analytics-pages.ts';
import type { Consent } from '#core/rules/tracking/consent.ts';
import type { SessionState } from './session-store.ts';

/**
 * The state with which the server rendered the page. It is embedded in the page, so that the browser starts
 * with the same state. It contains no tokens. `facts` is null when the API did not respond.
 */
export interface InitialState {
  readonly locale: Locale;
  readonly session: SessionState;
  readonly announcement: Announcement | null;
  readonly isAnnouncementClosed: boolean;
  readonly consent: Consent;
  readonly facts: ShopFacts | null;
  /** The analytics services; their code is loaded only after consent. */
  readonly analytics: AnalyticsServices;
  /** Available payment methods, so that the payment step can reserve space for them. */
  readonly payment: PaymentOffer;
}

/** Id of the `<script type="application/json">` element that contains the initial state. */
export const initialStateElementId = 'initial-state';

/** Serialises the initial state as the content of that element; escapes `<`, so that no value can close the element. */
export function serialiseInitialState(state: InitialState): string {
  return JSON.stringify(state).replaceAll('<', '\\u003c');
}
