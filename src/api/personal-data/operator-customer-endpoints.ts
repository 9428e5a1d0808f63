import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { listOf, listQuery } from '#api/record-list.ts';
import { done } from '#api/success-and-failure.ts';
import { recordedChange } from '#core/model/operator.ts';
import { cents, email, type Infer, identifier, instant, text, uuid } from '#core/model/primitives.ts';
import { accountExport, exportedCart } from './personal-data-endpoints.ts';

const customerRow = z.object({
  id: uuid,
  email: z.string(),
  name: z.string(),
  created_at: instant,
  is_confirmed: z.boolean(),
  /** Number of paid orders. */
  orders: z.int(),
});

export type CustomerRow = Infer<typeof customerRow>;

const customer = z.object({
  ...customerRow.shape,
  language: z.string(),
  has_password: z.boolean(),
  email_confirmed_at: z.nullable(instant),
  /** Remaining credit of vouchers and credit gifts, in cents. */
  credit: cents,
  /** The newest fifty orders. */
  latest_orders: z.array(
    z.object({ id: uuid, code: z.string(), state: z.string(), total: cents, created_at: instant }),
  ),
  subscriptions: z.array(z.object({ id: uuid, code: z.string(), title: z.string(), status: z.string() })),
  courses: z.array(
    z.object({
      course_id: z.string(),
      title: z.string(),
      granted_at: instant,
      revoked_at: z.nullable(instant),
      source: z.enum(['order', 'gift', 'given']),
    }),
  ),
  /** Courses that can be granted. */
  other_courses: z.array(z.object({ course_id: z.string(), title: z.string() })),
  sessions: z.array(z.object({ id: uuid, device: z.string(), created_at: instant, last_used_at: instant })),
  /** Consents of the customer, with time and proof. */
  consents: z.array(
    z.object({
      kind: z.enum(['newsletter', 'digital_content', 'code', 'early_start', 'legal_page']),
      at: instant,
      ended_at: z.nullable(instant),
      /** Location of the newsletter form, order code, or page with its version. */
      proof: z.string(),
    }),
  ),
  history: z.array(recordedChange),
});

export type Customer = Infer<typeof customer>;

const oneCustomer = z.object({ data: resource('customers', customer) });

const listCustomers = defineOperatorEndpoint({
  name: 'listCustomers',
  method: 'GET',
  path: '/operator/customers',
  permission: 'customers.read',
  query: z.object(listQuery),
  response: listOf(resource('customers', customerRow)),
});

const getCustomer = defineOperatorEndpoint({
  name: 'getCustomer',
  method: 'GET',
  path: '/operator/customers/:id',
  permission: 'customers.read',
  params: byId,
  response: oneCustomer,
});

const setCourseAccess = defineOperatorEndpoint({
  name: 'setCourseAccess',
  method: 'PUT',
  path: '/operator/customers/:id/courses/:course_id',
  permission: 'customers.change',
  params: z.object({ id: uuid, course_id: identifier }),
  body: z.object({ has_access: z.boolean(), reason: text(500, 3) }),
  response: oneCustomer,
});

const endCustomerSessions = defineOperatorEndpoint({
  name: 'endCustomerSessions',
  method: 'DELETE',
  path: '/operator/customers/:id/sessions',
  permission: 'customers.change',
  params: byId,
  response: oneCustomer,
});

const exportCustomer = defineOperatorEndpoint({
  name: 'exportCustomer',
  method: 'POST',
  path: '/operator/customers/:id/export',
  permission: 'customers.export',
  needsFreshProof: true,
  params: byId,
  response: z.object({ data: resource('account_exports', accountExport) }),
});

const deleteCustomer = defineOperatorEndpoint({
  name: 'deleteCustomer',
  method: 'POST',
  path: '/operator/customers/:id/deletion',
  permission: 'customers.change',
  needsFreshProof: true,
  params: byId,
  body: z.object({
    /** The customer agrees to lose the credit of the account. */
    forfeit_credit: z.boolean(),
  }),
  response: done,
});

const { orders, declarations, newsletter, giveaways, messages, mails } = accountExport.shape;

/** The parts of an account's export that can be found by a guest's e-mail address. */
const guestParts = z.object({
  orders,
  declarations,
  /** Carts in which the address was typed. */
  carts: z.array(exportedCart),
  newsletter,
  giveaways,
  messages,
  mails,
});

export type GuestParts = z.output<typeof guestParts>;

const guestExport = z.object({ exported_at: instant, email: z.string(), ...guestParts.shape });

export type GuestExport = z.output<typeof guestExport>;

const guest = z.object({
  /** The account with this confirmed address, which then owns everything; null if there is none. */
  account_id: z.nullable(uuid),
  /** Number of entries of each non-empty part. */
  stored: z.array(z.object({ part: z.keyof(guestParts), count: z.int() })),
});

export type Guest = Infer<typeof guest>;

/** The id is the e-mail address. */
const getGuest = defineOperatorEndpoint({
  name: 'getGuest',
  method: 'GET',
  path: '/operator/guests',
  permission: 'customers.read',
  query: z.object({ email }),
  response: z.object({ data: resource('guests', guest) }),
});

const exportGuest = defineOperatorEndpoint({
  name: 'exportGuest',
  method: 'POST',
  path: '/operator/guests/export',
  permission: 'customers.export',
  needsFreshProof: true,
  body: z.object({ email }),
  response: z.object({ data: resource('guest_exports', guestExport) }),
});

const deleteGuest = defineOperatorEndpoint({
  name: 'deleteGuest',
  method: 'POST',
  path: '/operator/guests/deletion',
  permission: 'customers.change',
  needsFreshProof: true,
  body: z.object({ email }),
  response: done,
});

export const customerEndpoints = {
  listCustomers,
  getCustomer,
  setCourseAccess,
  endCustomerSessions,
  exportCustomer,
  deleteCustomer,
  getGuest,
  exportGuest,
  deleteGuest,
};

export const customerDocs: AreaDocs<keyof typeof customerEndpoints> = {
  title: 'Customers, for operators',
  description: 'Accounts with orders, access, sessions and consents; data of guests by e-mail address.',
  operations: {
    listCustomers: {
      summary: 'Find customers',
      description:
        'Newest first. `filter[q]` matches part of a name or e-mail address, including addresses used in ' +
        'orders, or the whole code of an order; if nobody has a given complete address, those with the ' +
        'most similar ones are returned.',
    },
    getCustomer: { summary: 'Show a customer' },
    setCourseAccess: {
      summary: 'Grant or revoke access to a course',
      description: 'With a reason for the audit log. A repeated call changes nothing.',
    },
    endCustomerSessions: { summary: 'End all sessions of a customer' },
    exportCustomer: {
      summary: 'Export all data of a customer',
      description: 'Recorded in the audit log.',
    },
    deleteCustomer: {
      summary: 'Delete a customer',
      description: 'With the rules of `DELETE users/{id}`: data under legal retention is kept.',
      failures: ['ORDER_BUSY', 'CONTRACT_RENEWS', 'CREDIT_LEFT'],
    },
    getGuest: {
      summary: 'Show the data of an e-mail address without an account',
      description: 'Accounts that have not confirmed the address are ignored.',
    },
    exportGuest: {
      summary: 'Export the data of an e-mail address',
      description: 'In the parts of an account’s export. Recorded in the audit log, without the address.',
      failures: ['EMAIL_TAKEN'],
    },
    deleteGuest: {
      summary: 'Delete the data of an e-mail address',
      description:
        'As the deletion of an account deletes data with its address: data under legal retention is kept.',
      failures: ['ORDER_BUSY', 'EMAIL_TAKEN'],
    },
  },
};
