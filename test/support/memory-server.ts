import type { BillingContact, PostalAddress, SavedAddress } from '#core/model/address.ts';
import type { RequestedLine } from '#core/model/cart.ts';
import type { Announcement, Campaign, Popup, ShopFacts } from '#core/model/content.ts';
import { normaliseEmail } from '#core/model/email-address.ts';
import type { LessonPage, Progress } from '#core/model/learning.ts';
import type { Order } from '#core/model/order.ts';
import type { ProductPage } from '#core/model/product.ts';
import type { Learner } from '#core/model/user.ts';
import type { Cents } from '#core/model/values.ts';
import { type CallFailure, err, type Result } from '#core/rules/basics/result.ts';
import type { MergeChange, MergedPieces } from '#core/rules/carts/cart-lines.ts';
import type { Coupon } from '#core/rules/coupons/discounts.ts';
import type { UtmData } from '#core/rules/tracking/attribution.ts';
import type { Clock } from '#ports/clock.ts';
import type { Ids } from '#ports/ids.ts';
import type { ShopApi } from '#ports/shop-api.ts';

/** A stored cart; `owner` is null for a guest's cart. */
export interface MemoryCart {
  readonly id: string;
  readonly owner: string | null;
  readonly lines: readonly RequestedLine[];
  /** The code of the applied coupon. */
  readonly code: string | null;
  readonly campaign: string | null;
  /** The code of the applied voucher. */
  readonly voucher: string | null;
  readonly address: PostalAddress | null;
  readonly contact: BillingContact | null;
  readonly email: string | null;
}

/** A stored user account. */
export interface MemoryUser {
  readonly learner: Learner;
  /** Null for an account that was created by a purchase. */
  readonly password: string | null;
  readonly addresses: readonly SavedAddress[];
  /** Lines and changes of each merged guest cart, by `merge_id`. */
  readonly merged: ReadonlyMap<
    string,
    { readonly lines: MergedPieces; readonly changes: readonly MergeChange[] }
  >;
}

/** A stored session that has not ended. */
export interface MemorySession {
  readonly id: string;
  readonly sub: string;
  /** ISO 8601. */
  readonly created_at: string;
}

/** A stored mail. */
export interface MemoryMail {
  readonly to: string;
  readonly secret: string;
  /**
   * The purpose of the mail's link; missing when the secret is a login code or the token of a password link.
   */
  readonly link?:
    | 'account_deletion'
    | 'email_change'
    | 'email_confirmation'
    | 'newsletter_confirm'
    | 'newsletter_leave';
  /** Id of the learner whose account the link changes. */
  readonly sub?: string;
}

/** A stored order. */
export interface MemoryOrder {
  readonly order: Order;
  readonly cart_id: string;
  readonly owner: string | null;
  /** Token that authorizes a guest; null for a learner's order. */
  readonly token: string | null;
  /** The nonces that were charged or declined, with their requests. */
  readonly tries: readonly {
    readonly nonce: string;
    readonly request: string;
    readonly isDeclined: boolean;
  }[];
}

/** Stock in pieces by product id. A product that is not listed never sells out. */
export type Stock = Readonly<Record<string, number>>;

/** The products and other data of the shop, and the initial user accounts. */
export interface MemoryShopFacts {
  readonly products: readonly ProductPage[];
  readonly stock: Stock;
  readonly coupons: readonly Coupon[];
  /** Initial balances of vouchers by code, in cents. */
  readonly vouchers: Readonly<Record<string, Cents>>;
  readonly announcement: Announcement;
  readonly lessons: readonly LessonPage[];
  readonly shop: ShopFacts;
  /** Campaign pages, including those with a giveaway. */
  readonly campaigns: readonly Campaign[];
  /** Popups by the path of their page, without the locale. */
  readonly popups: Readonly<Record<string, Popup>>;
  readonly users: readonly MemoryUser[];
}

/** The state behind the in-memory API. It applies the shop's own rules and reads the time from `clock`. */
export interface MemoryServer {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly facts: MemoryShopFacts;
  readonly carts: Map<string, MemoryCart>;
  readonly users: Map<string, MemoryUser>;
  readonly orders: Map<string, MemoryOrder>;
  /** Current balances of vouchers by code, in cents. */
  readonly balances: Map<string, Cents>;
  /** Active sessions by refresh token. */
  readonly refreshTokens: Map<string, MemorySession>;
  /** Refresh token of the session by access token. */
  readonly accessTokens: Map<string, string>;
  /** Watched positions in lessons, by learner id and lesson id. */
  readonly progress: Map<string, Map<string, Progress>>;
  /** Product ids of the wish lists by learner id, newest first. */
  readonly wishLists: Map<string, readonly string[]>;
  /** The user of each passkey, by its id. */
  readonly passkeys: Map<string, string>;
  /** UTM data of learners by learner id. */
  readonly origins: Map<string, UtmData>;
  /** Mails with a login code or the token of a link, newest last. */
  readonly mailed: MemoryMail[];
}

/** Returns the access token of the caller, or null. */
export type Caller = () => string | null;

export function createMemoryServer(facts: MemoryShopFacts, clock: Clock, ids: Ids): MemoryServer {
  return {
    clock,
    ids,
    facts,
    carts: new Map(),
    users: new Map(facts.users.map((user) => [user.learner.sub, user])),
    orders: new Map(),
    balances: new Map(Object.entries(facts.vouchers)),
    refreshTokens: new Map(),
    accessTokens: new Map(),
    progress: new Map(),
    wishLists: new Map(),
    passkeys: new Map(),
    origins: new Map(),
    mailed: [],
  };
}

/** Returns a failure in the API's form; `fields` contains an error code for each invalid input. */
export function refuse(code: string, fields: CallFailure['fields'] = {}): Result<never, CallFailure> {
  return err({ code, detail: `${code} as a text`, fields });
}

/** Returns the user who calls, or null for a guest. */
export function callingUser(server: MemoryServer, caller: Caller): MemoryUser | null {
  const session = callingSession(server, caller);
  return session === null ? null : (server.users.get(session.sub) ?? null);
}

/** Returns the active session of the caller's access token, or null. */
function callingSession(server: MemoryServer, caller: Caller): MemorySession | null {
  const token = caller();
  const refresh = token === null ? undefined : server.accessTokens.get(token);
  return refresh === undefined ? null : (server.refreshTokens.get(refresh) ?? null);
}

/** Ends all sessions for which `matches` returns true. */
export function endMemorySessions(server: MemoryServer, matches: (session: MemorySession) => boolean): void {
  for (const [refresh, session] of server.refreshTokens) {
    if (matches(session)) server.refreshTokens.delete(refresh);
  }
}

/** Stores a user, and so replaces an earlier state of the same user. */
export function keepMemoryUser(server: MemoryServer, user: MemoryUser): MemoryUser {
  server.users.set(user.learner.sub, user);
  return user;
}

/** Finds an account by its e-mail address, in any spelling of the address (such as upper case). */
export function findMemoryUser(server: MemoryServer, email: string): MemoryUser | undefined {
  return [...server.users.values()].find((user) => user.learner.email === normaliseEmail(email));
}

/** Some of the API's calls, implemented in memory. */
export type MemoryCalls = Partial<ShopApi>;

/** Returns one page of a list. */
export function pageOf<Item>(
  all: readonly Item[],
  query: { readonly page?: { readonly number?: unknown; readonly size?: unknown } } = {},
) {
  const [number, size] = [Number(query.page?.number ?? 1), Number(query.page?.size ?? 20)];
  return { items: all.slice((number - 1) * size, number * size), number, size, total: all.length };
}
