import type { PostalAddress, SavedAddress } from '#core/model/address.ts';
import type { RequestedLine } from '#core/model/cart.ts';
import type { Announcement, Campaign, Popup, ShopFacts } from '#core/model/content.ts';
import type { LessonPage, Progress } from '#core/model/learning.ts';
import type { Order } from '#core/model/order.ts';
import type { ProductPage } from '#core/model/product.ts';
import type { Learner } from '#core/model/user.ts';
import type { Cents } from '#core/model/values.ts';
import { normaliseEmail } from '#core/rules/address.ts';
import type { UtmData } from '#core/rules/attribution.ts';
import type { Coupon } from '#core/rules/discounts.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import { err } from '#core/rules/result.ts';
import type { Clock } from '#ports/clock.ts';
import type { Ids } from '#ports/ids.ts';
import type { ShopApi } from '#ports/shop-api.ts';

/** A cart as the memory server keeps it; `owner` is null for a guest's. */
export interface MemoryCart {
  readonly id: string;
  readonly owner: string | null;
  readonly lines: readonly RequestedLine[];
  readonly code: string | null;
  readonly campaign: string | null;
  readonly address: PostalAddress | null;
  readonly email: string | null;
}

/** A user as the memory server keeps it. */
export interface MemoryUser {
  readonly learner: Learner;
  /** Null for an account made by a purchase. */
  readonly password: string | null;
  readonly addresses: readonly SavedAddress[];
  readonly merged: readonly string[];
}

/** A session that runs, as the memory server keeps it. */
export interface MemorySession {
  readonly id: string;
  readonly sub: string;
  /** ISO 8601. */
  readonly created_at: string;
}

/** A mail as the memory server keeps it. */
export interface MemoryMail {
  readonly to: string;
  readonly secret: string;
  /** What its link does; without it the secret is a login code or the token of a password link. */
  readonly link?:
    | 'account_deletion'
    | 'email_change'
    | 'email_confirmation'
    | 'newsletter_confirm'
    | 'newsletter_leave';
  /** Whose account the link changes. */
  readonly sub?: string;
}

/** An order as the memory server keeps it. */
export interface MemoryOrder {
  readonly order: Order;
  readonly cart_id: string;
  readonly owner: string | null;
  /** Proof of a guest; null for a learner's order. */
  readonly token: string | null;
  readonly nonces: readonly string[];
}

/** Pieces of a product that can still be sold; a product that is not listed never runs out. */
export type Stock = Readonly<Record<string, number>>;

/** What the server sells and whose accounts it has at first. */
export interface MemoryShopFacts {
  readonly products: readonly ProductPage[];
  readonly stock: Stock;
  readonly coupons: readonly Coupon[];
  /** Balances of vouchers by code, in cents. */
  readonly vouchers: Readonly<Record<string, Cents>>;
  /** Course ids by gift code. */
  readonly gifts: Readonly<Record<string, string>>;
  readonly announcement: Announcement;
  readonly lessons: readonly LessonPage[];
  readonly shop: ShopFacts;
  /** Pages of campaigns, those with a giveaway among them. */
  readonly campaigns: readonly Campaign[];
  /** Small windows by the path of their page, without its locale. */
  readonly popups: Readonly<Record<string, Popup>>;
  readonly users: readonly MemoryUser[];
}

/** The state behind the shop's API in memory. It applies the shop's own rules and takes the time from `clock`. */
export interface MemoryServer {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly facts: MemoryShopFacts;
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
  /** Product ids of the wish lists by learner, newest first. */
  readonly wishLists: Map<string, readonly string[]>;
  /** Where learners came from, by their id. */
  readonly origins: Map<string, UtmData>;
  /** What was mailed: a login code, or the token of a link, newest last. */
  readonly mailed: MemoryMail[];
}

/** The access token that a call would carry, or null. */
export type Caller = () => string | null;

/** Makes a server in memory. */
export function createMemoryServer(facts: MemoryShopFacts, clock: Clock, ids: Ids): MemoryServer {
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
    wishLists: new Map(),
    origins: new Map(),
    mailed: [],
  };
}

/** A failure as the API responds with it; `fields` names the inputs at fault. */
export function refuse(
  code: string,
  status: number,
  fields: CallFailure['fields'] = {},
): Result<never, CallFailure> {
  return err({ code, status, detail: `${code} (${status})`, fields });
}

/** The user who calls, or null for a guest. */
export function callingUser(server: MemoryServer, caller: Caller): MemoryUser | null {
  const session = callingSession(server, caller);
  return session === null ? null : (server.users.get(session.sub) ?? null);
}

/** The session of the access token that is called with, as long as it runs. */
function callingSession(server: MemoryServer, caller: Caller): MemorySession | null {
  const token = caller();
  const refresh = token === null ? undefined : server.accessTokens.get(token);
  return refresh === undefined ? null : (server.refreshTokens.get(refresh) ?? null);
}

/** Ends the sessions that it applies to. */
export function endMemorySessions(server: MemoryServer, isMeant: (session: MemorySession) => boolean): void {
  for (const [refresh, session] of server.refreshTokens) {
    if (isMeant(session)) server.refreshTokens.delete(refresh);
  }
}

/** Puts a user's new state in place of the old one. */
export function keepMemoryUser(server: MemoryServer, user: MemoryUser): MemoryUser {
  server.users.set(user.learner.sub, user);
  return user;
}

/** Finds an account by its e-mail address, however it is written. */
export function findMemoryUser(server: MemoryServer, email: string): MemoryUser | undefined {
  return [...server.users.values()].find((user) => user.learner.email === normaliseEmail(email));
}

/** Calls of the API in memory. */
export type MemoryCalls = Partial<ShopApi>;

/** One page of a list. */
export function pageOf<Item>(
  all: readonly Item[],
  query: { readonly 'page[number]'?: unknown; readonly 'page[size]'?: unknown } = {},
) {
  const [number, size] = [Number(query['page[number]'] ?? 1), Number(query['page[size]'] ?? 20)];
  return { items: all.slice((number - 1) * size, number * size), number, size, total: all.length };
}
