import * as z from 'zod/mini';
import { email, type Infer, instant, uuid } from './primitives.ts';

/** What an operator can be; the permissions of each are in `core/rules/operations/permissions.ts`. */
export const operatorRoles = ['owner', 'support', 'editor', 'bookkeeper'] as const;

export const operatorRole = z.enum(operatorRoles);

export type OperatorRole = z.output<typeof operatorRole>;

/** Everything that a call of the back office can ask for. */
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
  'operators.change',
  'keys.change',
  'audit.read',
  'system.read',
  'webhooks.change',
] as const;

export const permission = z.enum(permissions);

export type Permission = z.output<typeof permission>;

/** An operator who is logged in, as the back office sees them. */
export const signedInOperator = z.object({
  id: uuid,
  email,
  /** The address with the letters of its domain; missing in answers of the version before. */
  shown_email: z.optional(z.string()),
  name: z.string(),
  role: operatorRole,
  permissions: z.array(permission),
  /** When the session ends at the latest, however much it is used. */
  session_ends_at: instant,
  /** The last proof of the second factor. */
  proved_at: instant,
});

export type SignedInOperator = Infer<typeof signedInOperator>;

/** A place at which an operator is logged in. */
export const operatorSession = z.object({
  id: uuid,
  device: z.string(),
  network: z.string(),
  created_at: instant,
  last_used_at: instant,
  is_current: z.boolean(),
});

/** An operator in the list of all. */
export const listedOperator = z.object({
  id: uuid,
  email,
  name: z.string(),
  role: operatorRole,
  state: z.enum(['invited', 'active', 'removed']),
  created_at: instant,
  last_used_at: z.nullable(instant),
  /** How many running API keys they made. */
  keys: z.int(),
});

const facts = z.nullable(z.record(z.string(), z.unknown()));

/** A change in the audit log. */
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

/** A change of one record, as the record's page shows it. */
export const recordedChange = z.object({
  at: instant,
  /** The e-mail address of an operator, the name of a key or command, or `job`. */
  by: z.string(),
  action: z.string(),
  /** What has changed, by the names of the server. */
  values: z.array(
    z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
});

export type RecordedChange = Infer<typeof recordedChange>;

/** A key with which a program calls the back office. */
export const apiKey = z.object({
  id: uuid,
  name: z.string(),
  permissions: z.array(permission),
  /** The e-mail address of the operator who made it. */
  created_by: z.string(),
  created_at: instant,
  last_used_at: z.nullable(instant),
  revoked_at: z.nullable(instant),
});
