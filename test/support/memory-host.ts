import type { PostalAddress, SavedAddress } from '#core/model/address.ts';
import type { Post } from '#core/model/blog.ts';
import type { WantedLine } from '#core/model/cart.ts';
import type {
  Announcement,
  Campaign,
  ContentPage,
  NewsletterWidget,
  Popup,
  ShopFacts,
} from '#core/model/content.ts';
import type { Cancellation, DeclarationReceipt, Withdrawal } from '#core/model/declaration.ts';
import type { LessonPage, Progress } from '#core/model/learning.ts';
import type { MasterPage } from '#core/model/master.ts';
import type { Order } from '#core/model/order.ts';
import type { Cents } from '#core/model/primitives.ts';
import type { ProductPage } from '#core/model/product.ts';
import type { Review } from '#core/model/review.ts';
import type { Subscription } from '#core/model/subscription.ts';
import type { Learner } from '#core/model/user.ts';
import { normaliseEmail } from '#core/rules/address.ts';
import type { UtmData } from '#core/rules/attribution.ts';
import type { Coupon } from '#core/rules/discounts.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import { err } from '#core/rules/result.ts';
import type { Clock } from '#ports/clock.ts';
import type { Ids } from '#ports/ids.ts';

/** A cart as the memory host keeps it; `owner` is null for a guest's. */
export interface MemoryCart {
  readonly id: string;
  readonly owner: string | null;
  readonly lines: readonly WantedLine[];
  readonly code: string | null;
  readonly campaign: string | null;
  readonly address: PostalAddress | null;
  readonly email: string | null;
}

/** A user as the memory host keeps it. */
export interface MemoryUser {
  readonly learner: Learner;
  /** Null for an account made by a purchase. */
  readonly password: string | null;
  readonly addresses: readonly SavedAddress[];
  readonly merged: readonly string[];
}

/** A session that runs, as the memory host keeps it. */
export interface MemorySession {
  readonly id: string;
  readonly sub: string;
  /** ISO 8601. */
  readonly created_at: string;
}

/** A mail as the memory host keeps it. */
export interface MemoryMail {
  readonly to: string;
  readonly secret: string;
  /** What its link does; without it the secret is a login code or the token of a password link. */
  readonly link?: 'account_deletion' | 'email_change' | 'newsletter_confirm' | 'newsletter_leave';
  /** Whose account the link changes. */
  readonly sub?: string;
}

/** An order as the memory host keeps it. */
export interface MemoryOrder {
  readonly order: Order;
  readonly cart_id: string;
  readonly owner: string | null;
  /** Proof of a guest; null for a learner's order. */
  readonly token: string | null;
  readonly nonces: readonly string[];
}

/** A withdrawal or cancellation as the memory host keeps it. */
export interface MemoryDeclaration extends DeclarationReceipt {
  readonly declared: Withdrawal | Cancellation;
}

/** A review as the memory host keeps it. */
export interface MemoryReview extends Review {
  /** Whose it is. */
  readonly owner: string;
}

/** Pieces of a product that can still be sold; a product that is not listed never runs out. */
export type Stock = Readonly<Record<string, number>>;

/** What the host sells and who it knows at first. */
export interface MemoryHostFacts {
  readonly products: readonly ProductPage[];
  readonly stock: Stock;
  readonly coupons: readonly Coupon[];
  /** Balances of vouchers by code, in cents. */
  readonly vouchers: Readonly<Record<string, Cents>>;
  /** Course ids by gift code. */
  readonly gifts: Readonly<Record<string, string>>;
  readonly announcement: Announcement;
  readonly pages: readonly ContentPage[];
  readonly posts: readonly Post[];
  readonly masters: readonly MasterPage[];
  readonly lessons: readonly LessonPage[];
  readonly shop: ShopFacts;
  readonly newsletter_widget: NewsletterWidget;
  /** Pages of campaigns, those with a giveaway among them. */
  readonly campaigns: readonly Campaign[];
  /** Small windows by the path of their page, without its locale. */
  readonly popups: Readonly<Record<string, Popup>>;
  readonly users: readonly MemoryUser[];
}

/**
 * A host in memory: the state that the memory adapters of all host ports share. It applies the shop's own rules, keeps
 * to the promises of the ports, and has no notion of time but the clock it is given.
 */
export interface MemoryHost {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly facts: MemoryHostFacts;
  readonly carts: Map<string, MemoryCart>;
  readonly users: Map<string, MemoryUser>;
  readonly orders: Map<string, MemoryOrder>;
  /** Running sessions by refresh token. */
  readonly refreshTokens: Map<string, MemorySession>;
  /** Refresh token of its session by access token. */
  readonly accessTokens: Map<string, string>;
  /** Gift codes that somebody has redeemed. */
  readonly redeemedCodes: Set<string>;
  /** Where learners stopped in lessons, by the ids of both. */
  readonly progress: Map<string, Map<string, Progress>>;
  readonly declarations: MemoryDeclaration[];
  /** Reviews by the slug of their product. */
  readonly reviews: Map<string, readonly MemoryReview[]>;
  /** Ids of wished products by their learner, newest first. */
  readonly wishes: Map<string, readonly string[]>;
  /** Contracts that their owners have changed, by id; others stand as their order began them. */
  readonly contracts: Map<string, Subscription>;
  /** Where learners came from, by their id. */
  readonly origins: Map<string, UtmData>;
  /** What was mailed: a login code, or the token of a link, newest last. */
  readonly mailed: MemoryMail[];
}

/** Who calls a port of the memory host: the access token that would be the bearer, or null. */
export type Caller = () => string | null;

/** Makes a host in memory. */
export function createMemoryHost(facts: MemoryHostFacts, clock: Clock, ids: Ids): MemoryHost {
  return {
    clock,
    ids,
    facts,
    carts: new Map(),
    users: new Map(facts.users.map((user) => [user.learner.sub, user])),
    orders: new Map(),
    refreshTokens: new Map(),
    accessTokens: new Map(),
    redeemedCodes: new Set(),
    progress: new Map(),
    declarations: [],
    reviews: new Map(),
    wishes: new Map(),
    contracts: new Map(),
    origins: new Map(),
    mailed: [],
  };
}

/** A failure as the host answers it; `fields` names the inputs at fault. */
export function refuse(
  code: string,
  status: number,
  fields: CallFailure['fields'] = {},
): Result<never, CallFailure> {
  return err({ code, status, detail: `${code} (${status})`, fields });
}

/** The user who calls, or null for a guest. */
export function callingUser(host: MemoryHost, caller: Caller): MemoryUser | null {
  const session = callingSession(host, caller);
  return session === null ? null : (host.users.get(session.sub) ?? null);
}

/** The session of the access token that is called with, as long as it runs. */
export function callingSession(host: MemoryHost, caller: Caller): MemorySession | null {
  const token = caller();
  const refresh = token === null ? undefined : host.accessTokens.get(token);
  return refresh === undefined ? null : (host.refreshTokens.get(refresh) ?? null);
}

/** Ends the sessions that it applies to. */
export function endMemorySessions(host: MemoryHost, isMeant: (session: MemorySession) => boolean): void {
  for (const [refresh, session] of host.refreshTokens) {
    if (isMeant(session)) host.refreshTokens.delete(refresh);
  }
}

/** Puts a user's new state in place of the old one. */
export function keepMemoryUser(host: MemoryHost, user: MemoryUser): MemoryUser {
  host.users.set(user.learner.sub, user);
  return user;
}

/** Finds an account by its e-mail address, however it is written. */
export function findMemoryUser(host: MemoryHost, email: string): MemoryUser | undefined {
  return [...host.users.values()].find((user) => user.learner.email === normaliseEmail(email));
}
