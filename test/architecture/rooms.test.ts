import { describe, expect, test } from 'vitest';
import { lint } from './support/lint-sandbox.ts';

/** Per room: what it may import and what it may not (docs/architecture.md). Each line becomes a test. */
const rooms: Readonly<Record<string, { may: string[]; mayNot: string[] }>> = {
  'src/core/rules': {
    may: ['./price.ts', './deep/price.ts', '#core/rules/price.ts'],
    mayNot: [
      'rxjs',
      'zod',
      'node:crypto',
      '#core/state/cart.ts',
      '#core/use-cases/add-to-cart.ts',
      '#ports/clock.ts',
      '#contract/cart.ts',
      '#adapters/http/client.ts',
      '#ui/root.tsx',
      '#host/services/price-cart.ts',
      '#composition/config.ts',
      '#locales/de/base.json',
      '#test/run-count.ts',
    ],
  },
  'src/contract': {
    may: ['./cart.ts', '#contract/cart.ts', '#core/rules/price.ts', 'zod', 'zod/mini'],
    mayNot: [
      'rxjs',
      '#core/state/cart.ts',
      '#core/use-cases/add-to-cart.ts',
      '#ports/clock.ts',
      '#host/services/price-cart.ts',
    ],
  },
  'src/ports': {
    may: ['./clock.ts', '#core/rules/price.ts', 'rxjs'],
    mayNot: [
      '#contract/cart.ts',
      '#core/state/cart.ts',
      '#core/use-cases/add-to-cart.ts',
      '#adapters/http/client.ts',
      'zod',
      'react',
    ],
  },
  'src/core/state': {
    may: ['./cart.ts', '#core/rules/price.ts', 'rxjs'],
    mayNot: [
      '#ports/clock.ts',
      '#core/use-cases/add-to-cart.ts',
      '#contract/cart.ts',
      '#ui/root.tsx',
      'react',
      'rxjs/fetch',
    ],
  },
  'src/core/use-cases': {
    may: ['./shop.ts', '#core/rules/price.ts', '#core/state/cart.ts', '#ports/clock.ts', 'rxjs'],
    mayNot: [
      '#contract/cart.ts',
      '#adapters/http/client.ts',
      '#ui/root.tsx',
      '#host/services/price-cart.ts',
      'react',
      'zod',
      'inversify',
    ],
  },
  'src/adapters/http': {
    may: [
      '#ports/clock.ts',
      '#core/rules/price.ts',
      '#contract/cart.ts',
      '#adapters/memory/clock.ts',
      'rxjs',
    ],
    mayNot: [
      '#core/state/cart.ts',
      '#core/use-cases/add-to-cart.ts',
      '#ui/root.tsx',
      '#host/services/price-cart.ts',
      '#composition/config.ts',
      'react',
      'inversify',
      'js-cookie',
      'braintree-web',
    ],
  },
  'src/adapters/cookies': {
    may: ['js-cookie', '#ports/cookies.ts'],
    mayNot: ['braintree-web', '#core/state/cart.ts'],
  },
  'src/ui/screens': {
    may: [
      '#ui/components/button.tsx',
      '#core/use-cases/shop.ts',
      '#core/state/cart.ts',
      '#core/rules/price.ts',
      'react',
      'react-router',
      '@base-ui/react/dialog',
    ],
    mayNot: [
      '#adapters/http/client.ts',
      '#host/services/price-cart.ts',
      '#composition/browser.ts',
      'inversify',
      'js-cookie',
      'hono',
      'kysely',
      '#test/run-count.ts',
    ],
  },
  'src/host/http': {
    may: ['#contract/cart.ts', '#core/rules/price.ts', '#host/services/price-cart.ts', 'hono', 'zod'],
    mayNot: [
      '#ui/root.tsx',
      '#adapters/http/client.ts',
      '#ports/clock.ts',
      '#core/state/cart.ts',
      '#core/use-cases/add-to-cart.ts',
      '#composition/config.ts',
      'react',
      'react-router',
      'inversify',
    ],
  },
  'src/host/services': {
    may: ['#host/ports/clock.ts', '#host/database/schema.ts', '#contract/cart.ts', 'kysely'],
    mayNot: ['#host/adapters/smtp-mailer.ts', '#host/routes/cart.ts', 'hono', '#ui/root.tsx'],
  },
  'src/host/ports': {
    may: ['#core/rules/price.ts'],
    mayNot: ['#contract/cart.ts', '#host/database/schema.ts', 'kysely', 'hono'],
  },
  'src/composition': {
    may: ['#adapters/http/client.ts', '#host/services/price-cart.ts', '#ui/root.tsx', 'inversify', 'hono'],
    mayNot: ['#test/run-count.ts'],
  },
};

/** Every form of import counts, type-only ones included. */
const forms: Readonly<Record<string, (specifier: string) => string>> = {
  value: (specifier) => `import { thing } from '${specifier}';\nthing();\n`,
  type: (specifier) => `import type { Thing } from '${specifier}';\nexport type Same = Thing;\n`,
  lazy: (specifier) => `export const load = () => import('${specifier}');\n`,
  passed: (specifier) => `export type { Thing } from '${specifier}';\n`,
};

interface Case {
  readonly room: string;
  readonly specifier: string;
  readonly allowed: boolean;
  /** One file per form of import. */
  readonly files: Readonly<Record<string, string>>;
}

const cases: Case[] = Object.entries(rooms).flatMap(([room, { may, mayNot }]) =>
  [...may, ...mayNot].map((specifier, place) => ({
    room,
    specifier,
    allowed: may.includes(specifier),
    files: Object.fromEntries(
      Object.entries(forms).map(([form, write]) => [`${room}/case-${place}-${form}.ts`, write(specifier)]),
    ),
  })),
);

const entry = `import { composeBrowser } from '#composition/browser.ts';\ncomposeBrowser();\n`;
const entries: readonly (readonly [path: string, allowed: boolean])[] = [
  ['src/ui/entry.client.tsx', true],
  ['src/ui/entry.server.tsx', true],
  ['src/ui/root.tsx', false],
  ['src/ui/screens/home.tsx', false],
];

const refused = new Set(
  lint(
    Object.assign(
      {},
      ...cases.map(({ files }) => files),
      Object.fromEntries(entries.map(([path]) => [path, entry])),
    ),
  )
    .filter(({ text }) => text.startsWith('lint/style/noRestrictedImports'))
    .map(({ path }) => path),
);

describe('who may import whom', () => {
  test.each(cases)('$room, $specifier: $allowed', ({ files, allowed }) => {
    const paths = Object.keys(files);
    expect(paths.filter((path) => refused.has(path))).toEqual(allowed ? [] : paths);
  });
});

describe('only the entries of the storefront know the composition', () => {
  test.each(entries)('%s: %s', (path, allowed) => {
    expect(refused.has(path)).toBe(!allowed);
  });
});

describe('everywhere', () => {
  const everywhere = lint({
    'src/host/climb.ts': `import { thing } from '../core/rules/price.ts';\nthing();\n`,
    'src/host/detour.ts': `import { thing } from './../core/rules/price.ts';\nthing();\n`,
    'test/unit/climb.ts': `import { thing } from '../../src/core/rules/price.ts';\nthing();\n`,
    'src/host/bare.ts': `import { thing } from '#core/rules/price';\nthing();\n`,
    'src/core/rules/hidden.ts': `export type Hidden = import('#ports/clock.ts').Clock;\n`,
    'src/core/rules/first.ts': `import type { Second } from '#core/rules/second.ts';\nexport type First = Second | 1;\n`,
    'src/core/rules/second.ts': `import type { Third } from './third.ts';\nexport type Second = Third | 2;\n`,
    'src/core/rules/third.ts': `import { first } from '#core/rules/first.ts';\nexport type Third = typeof first;\n`,
    'src/core/rules/alone.ts': `import type { First } from '#core/rules/first.ts';\nexport type Alone = First;\n`,
  });

  test.each([
    ['climbing out of a folder', 'src/host/climb.ts', 'noRestrictedImports'],
    ['climbing in disguise', 'src/host/detour.ts', 'noRestrictedImports'],
    ['climbing in a test', 'test/unit/climb.ts', 'noRestrictedImports'],
    ['an import without extension', 'src/host/bare.ts', 'noRestrictedImports'],
    ['an import() type, which no rule sees', 'src/core/rules/hidden.ts', 'import type'],
    ['a cycle through a type', 'src/core/rules/first.ts', 'noImportCycles'],
    ['a cycle through a relative import', 'src/core/rules/second.ts', 'noImportCycles'],
    ['a cycle through a value', 'src/core/rules/third.ts', 'noImportCycles'],
  ])('%s is refused', (_what, path, rule) => {
    const texts = everywhere.filter((complaint) => complaint.path === path).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining(rule));
  });

  test('what only leads into a cycle is not blamed for it', () => {
    expect(everywhere.filter(({ path }) => path === 'src/core/rules/alone.ts')).toEqual([]);
  });
});
