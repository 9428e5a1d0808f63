import type { Area } from './operation-text.ts';

export const payments = {
  title: 'Payments and invoices',
  description: 'What was charged and given back, with the papers.',
  operations: {
    listPayments: {
      summary: 'List one’s own charges and refunds',
      description: 'Newest first. `invoice_url` works without login for a quarter of an hour.',
    },
    getInvoice: {
      summary: 'Download an invoice',
      description: 'A PDF. The address with its token stands in the list of payments.',
      failures: ['FORBIDDEN'],
      example: { query: { token: 'pZ3vX0cT5m2uQ8sLr1YdKw' } },
    },
  },
} as const satisfies Area;

export const rights = {
  title: 'Withdrawal and cancellation',
  description:
    'Declarations without login. Each is recorded, receipted by mail at once and answered alike, whether or not it is ' +
    'about anything known. What follows from it comes by mail.',
  operations: {
    declareWithdrawal: {
      summary: 'Withdraw from an order',
      description: 'From all of it, or from some lines.',
      example: {
        body: { code: 'MH-2026-000123', email: 'johanna.brandt@example.org', name: 'Johanna Brandt' },
      },
    },
    declareCancellation: {
      summary: 'Cancel a membership or subscription',
      example: {
        body: { code: 'MH-2026-000123', email: 'johanna.brandt@example.org', name: 'Johanna Brandt' },
      },
    },
  },
} as const satisfies Area;
