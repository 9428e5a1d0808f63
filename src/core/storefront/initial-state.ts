import type { Announcement, ShopFacts } from '#core/model/content.ts';
import type { Locale } from '#core/model/values.ts';
import type { AnalyticsIds } from '#core/rules/analytics.ts';
import type { Consent } from '#core/rules/consent.ts';
import type { PaymentOffer } from '#core/rules/payment.ts';
import type { SessionState } from './session/session-store.ts';

/**
 * What the server knew while it rendered, carried to the browser inside the page so that both show the same. It holds
 * no token. `facts` is null when the API did not respond.
 */
export interface InitialState {
  readonly locale: Locale;
  readonly session: SessionState;
  readonly announcement: Announcement | null;
  readonly is_announcement_closed: boolean;
  readonly consent: Consent;
  readonly facts: ShopFacts | null;
  /** Analytics services, which load once the visitor allows it. */
  readonly analytics: AnalyticsIds;
  /** So that the payment step has its places ready before the API responds. */
  readonly payment: PaymentOffer;
}

/** Id of the `<script type="application/json">` element that carries the initial state in the page. */
export const initialStateElementId = 'initial-state';

/** The initial state as text for that element; `<` is escaped so that no value can close the element. */
export function serialiseInitialState(state: InitialState): string {
  return JSON.stringify(state).replaceAll('<', '\\u003c');
}
