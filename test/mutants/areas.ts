/** A part of the code that is broken by mutations, and the tests that have to notice. */
export interface MutantArea {
  /** Glob patterns of the sources, from the project's root. */
  readonly sources: readonly string[];
  /** Glob patterns of the tests. They run for every mutant that they reach. */
  readonly tests: readonly string[];
  /** Whether the tests need PostgreSQL. */
  readonly database: boolean;
}

/** What `npm run mutants` can break, by area. */
export const mutantAreas: Readonly<Record<string, MutantArea>> = {
  rules: {
    // Without the drawings of gift sheets, whose curves are no rule.
    sources: ['src/core/rules/**/!(gift-motifs).ts'],
    tests: ['test/unit/core/**/*.test.ts', 'test/unit/examples/**/*.test.ts'],
    database: false,
  },
  stores: {
    sources: ['src/core/storefront/**/*.ts'],
    tests: ['test/unit/core/storefront/**/*.test.ts'],
    database: false,
  },
  'kept-pages': {
    sources: [
      'src/app/pages/page-cache.ts',
      'src/app/pages/respond-from-memory.ts',
      'src/server/platform/http/response-cache.ts',
    ],
    tests: ['test/unit/app/pages/*.test.ts', 'test/unit/server/platform/http/*.test.ts'],
    database: false,
  },
  carts: server(
    'carts/*',
    'test/integration/carts/*.test.ts',
    'test/integration/coupons/*.test.ts',
    'test/integration/payments/vat-day.test.ts',
  ),
  orders: server(
    'orders/*',
    // Not the long ones: random sequences and races.
    'test/integration/orders/!(races|*-ledgers|provider-switch).test.ts',
    'test/integration/payments/{invoice,vat}-*.test.ts',
    'test/integration/payments/issued-documents.test.ts',
    'test/integration/consumer-rights/record-of-use.long.test.ts',
  ),
  payments: server(
    'payments/!(*refund*|issue-correction|reverse-fulfilment)',
    'test/integration/orders/!(races|*-ledgers|provider-switch).test.ts',
    'test/integration/payments/{payment,braintree}-webhooks.test.ts',
  ),
  refunds: server(
    'payments/{*refund*,issue-correction,reverse-fulfilment}',
    'test/integration/orders/refunds.test.ts',
    'test/integration/consumer-rights/*.test.ts',
    'test/integration/gifts/promotional-credit.test.ts',
    'test/integration/operations/order-{actions,commands}.test.ts',
  ),
  // Not the long ones: three years of random renewals, and races.
  subscriptions: server(
    'subscriptions/*',
    'test/integration/subscriptions/**/!(thirty-six-months|*-races).test.ts',
  ),
  gifts: server('gifts/*', 'test/integration/gifts/*.test.ts'),
  webhooks: server(
    'platform/webhooks/*',
    'test/integration/platform/webhooks/*.test.ts',
    'test/unit/server/platform/webhooks/*.test.ts',
  ),
};

function server(files: string, ...tests: readonly string[]): MutantArea {
  return { sources: [`src/server/${files}.ts`], tests, database: true };
}
