import * as z from 'zod/mini';
import { email, type Infer, instant, uuid } from './primitives.ts';

/** The roles of operators; their permissions are in `core/rules/operations/permissions.ts`. */
export const operatorRoles = ['owner', 'support', 'editor', 'bookkeeper'] as const;

export const operatorRole = z.enum(operatorRoles);

export type OperatorRole = z.output<typeof operatorRole>;

/** All permissions that a back office request can require. */
export const permissions = [
  'orders.read',
  'orders.change',
  'orders.ship',
  'orders.refund',
  'orders.export',
  'customers.read',
  'customers.change',
  'customers.export',
  'subscriptions.read',
  'subscriptions.change',
  'declarations.read',
  'declarations.decide',
  'codes.change',
  'coupons.read',
  'coupons.change',
  'messages.read',
  'messages.change',
  'mails.read',
  'mails.send',
  'reviews.change',
  'figures.read',
  'invoices.read',
  'catalogue.read',
  'catalogue.change',
  'films.change',
  'campaigns.change',
  'shop.change',
  'operators.change',
  'keys.change',
  'audit.read',
  'system.read',
  'webhooks.change',
] as const;

export const permission = z.enum(permissions);

export type Permission = z.output<typeof permission>;

/** A logged-in operator, with the data for the back office. */
export const signedInOperator = z.object({
  id: uuid,
  email,
  /** The address with a Unicode domain; missing in responses of the previous version. */
  shown_email: z.optional(z.string()),
  name: z.string(),
  role: operatorRole,
  permissions: z.array(permission),
  /** When the session ends at the latest, even if it is in use. */
  session_ends_at: instant,
  /** When the second factor was last verified. */
  proved_at: instant,
});

export type SignedInOperator = Infer<typeof signedInOperator>;

/** A session of an operator, one per device. */
export const operatorSession = z.object({
  id: uuid,
  device: z.string(),
  network: z.string(),
  created_at: instant,
  last_used_at: instant,
  is_current: z.boolean(),
});

/** An operator in the list of operators. */
export const listedOperator = z.object({
  id: uuid,
  email,
  name: z.string(),
  role: operatorRole,
  state: z.enum(['invited', 'active', 'removed']),
  created_at: instant,
  last_used_at: z.nullable(instant),
  /** Number of active API keys that they created. */
  keys: z.int(),
});

const facts = z.nullable(z.record(z.string(), z.unknown()));

/** An entry of the audit log. */
export const auditEntry = z.object({
  id: uuid,
  happened_at: instant,
  actor_kind: z.enum(['operator', 'key', 'command', 'job']),
  actor_id: z.nullable(uuid),
  actor_name: z.string(),
  network: z.nullable(z.string()),
  action: z.string(),
  record_type: z.string(),
  record_id: z.string(),
  before: facts,
  after: facts,
});

export type AuditEntry = Infer<typeof auditEntry>;

/** A change of one record, for the record's page. */
export const recordedChange = z.object({
  at: instant,
  /** The e-mail address of an operator, the name of a key or command, or `job`. */
  by: z.string(),
  action: z.string(),
  /** The changed values, by their server-side names. */
  values: z.array(
    z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
});

export type RecordedChange = Infer<typeof recordedChange>;

/** An API key for programs that call the back office. */
export const apiKey = z.object({
  id: uuid,
  name: z.string(),
  permissions: z.array(permission),
  /** E-mail address of the operator who created it. */
  created_by: z.string(),
  created_at: instant,
  last_used_at: z.nullable(instant),
  revoked_at: z.nullable(instant),
});
