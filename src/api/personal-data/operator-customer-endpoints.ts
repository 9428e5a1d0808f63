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
  /** Paid orders. */
  orders: z.int(),
});

export type CustomerRow = Infer<typeof customerRow>;

const customer = z.object({
  ...customerRow.shape,
  language: z.string(),
  has_password: z.boolean(),
  email_confirmed_at: z.nullable(instant),
  /** Left of vouchers and gifts of credit, in cents. */
  credit: cents,
  /** The newest fifty. */
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
  /** Courses that can be given. */
  other_courses: z.array(z.object({ course_id: z.string(), title: z.string() })),
  sessions: z.array(z.object({ id: uuid, device: z.string(), created_at: instant, last_used_at: instant })),
  /** What the customer agreed to, when, and what proves it. */
  consents: z.array(
    z.object({
      kind: z.enum(['newsletter', 'digital_content', 'code', 'early_start', 'legal_page']),
      at: instant,
      ended_at: z.nullable(instant),
      /** The place of the newsletter's form, the code of an order, or the page with its version. */
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

/** The parts of an account's export that can be found by the e-mail address of somebody without an account. */
const guestParts = z.object({
  orders,
  declarations,
  /** In which the address was typed. */
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
  /** The confirmed account of the address, to which everything then belongs; null: there is none. */
  account_id: z.nullable(uuid),
  /** How much there is, without the parts that are empty. */
  stored: z.array(z.object({ part: z.keyof(guestParts), count: z.int() })),
});

export type Guest = Infer<typeof guest>;

/** Its id is the address. */
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
  description:
    'Accounts with orders, access, sessions and consents; what is stored of guests by their e-mail address.',
  operations: {
    listCustomers: {
      summary: 'Find customers',
      description:
        'Newest first. `filter[q]` is a part of name or e-mail address, also of one used in an order, or the whole code of ' +
        'an order; where nobody has a whole address, those with the most similar ones are found.',
    },
    getCustomer: { summary: 'Show a customer' },
    setCourseAccess: {
      summary: 'Give or take a course',
      description: 'With a reason for the audit log. The same call twice changes nothing twice.',
    },
    endCustomerSessions: { summary: 'Log a customer out everywhere' },
    exportCustomer: {
      summary: 'Export all data of a customer',
      description: 'Is written into the audit log.',
    },
    deleteCustomer: {
      summary: 'Delete a customer',
      description: 'Under the rules of `DELETE users/{id}`: what the law wants kept stays.',
      failures: ['ORDER_BUSY', 'CONTRACT_RENEWS', 'CREDIT_LEFT'],
    },
    getGuest: {
      summary: 'Show what is stored by an e-mail address without an account',
      description: 'An account that has not confirmed the address does not count.',
    },
    exportGuest: {
      summary: 'Export what is stored by an e-mail address',
      description: 'In the parts of an account’s export. Is written into the audit log, without the address.',
      failures: ['EMAIL_TAKEN'],
    },
    deleteGuest: {
      summary: 'Delete what is stored by an e-mail address',
      description:
        'As the deletion of an account deletes what has its address: what the law wants kept stays.',
      failures: ['ORDER_BUSY', 'EMAIL_TAKEN'],
    },
  },
};
