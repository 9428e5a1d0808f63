import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  areaCycles,
  importsOf,
  refusalOf,
  serverFloors,
  sourcesBelow,
  upwardImports,
} from '#test/architecture/support/imports.ts';
import { root } from '#test/architecture/support/lint-sandbox.ts';

const imports = sourcesBelow(root, 'src').flatMap(([path, text]) => importsOf(path, text));

describe('the layers of src', () => {
  test('every import is one that test/architecture/layers.ts allows', () => {
    expect(imports.length).toBeGreaterThan(2_000);
    expect(imports.map(refusalOf).filter((refusal) => refusal !== null)).toEqual([]);
  });
});

describe('an import that a layer does not allow is refused', () => {
  test.each([
    ['src/core/rules/carts/apply-cart-action.ts', '#ports/clock.ts'],
    ['src/core/rules/carts/apply-cart-action.ts', '#api/carts/cart-endpoints.ts'],
    ['src/core/rules/carts/apply-cart-action.ts', 'rxjs/fetch'],
    ['src/core/rules/carts/apply-cart-action.ts', 'node:crypto'],
    ['src/api/carts/cart-endpoints.ts', '#ports/clock.ts'],
    ['src/ports/clock.ts', '#adapters/http/http-shop-api.ts'],
    ['src/ports/clock.ts', '#server/http/route.ts'],
    ['src/core/storefront/carts/cart-actions.ts', '#adapters/http/http-shop-api.ts'],
    ['src/core/storefront/carts/cart-actions.ts', 'react'],
    ['src/core/storefront/carts/cart-actions.ts', 'inversify'],
    ['src/api/carts/cart-endpoints.ts', 'zod'],
    ['src/ui/forms/account-schemas.ts', 'zod'],
    ['src/adapters/http/http-shop-api.ts', '#core/storefront/shop.ts'],
    ['src/adapters/http/http-shop-api.ts', '#server/http/route.ts'],
    ['src/adapters/http/http-shop-api.ts', 'js-cookie'],
    ['src/ui/screens/content/home/home-route.tsx', '#adapters/http/http-shop-api.ts'],
    ['src/ui/screens/content/home/home-route.tsx', '#server/http/route.ts'],
    ['src/ui/screens/content/home/home-route.tsx', '#app/browser/open-browser-shop.ts'],
    ['src/ui/screens/content/home/home-route.tsx', 'inversify'],
    ['src/ui/screens/content/home/home-route.tsx', '#ui/layout/site-header.tsx'],
    ['src/ui/components/carts/cart-lines.tsx', '#ui/layout/site-header.tsx'],
    ['src/ui/components/carts/cart-lines.tsx', '#ui/screens/carts/cart/cart-page.tsx'],
    ['src/server/orders/price-order.ts', '#adapters/mail/smtp/smtp-mailer.ts'],
    ['src/server/orders/price-order.ts', '#core/storefront/shop.ts'],
    ['src/server/orders/price-order.ts', 'hono'],
    ['src/server/platform/http/mount-endpoint.ts', '#api/orders/order-endpoints.ts'],
    ['src/server/platform/http/mount-endpoint.ts', '#server/orders/order-context.ts'],
    ['src/server/orders/price-order.ts', 'react'],
    ['src/app/settings/config.ts', '#test/run-length.ts'],
    ['src/app/settings/config.ts', 'some-new-package'],
  ])('%s: %s', (path, specifier) => {
    const forms = [
      `import { thing } from '${specifier}';`,
      `import type { Thing } from '${specifier}';`,
      `export const load = () => import('${specifier}');`,
      `export type { Thing } from '${specifier}';`,
      `export type Thing = import('${specifier}').Thing;`,
      `export const load = () => import(\`${specifier}\`);`,
    ];
    for (const form of forms) expect(importsOf(path, form).map(refusalOf)).toEqual([expect.any(String)]);
  });
});

test('a relative path cannot leave its layer', () => {
  const up = "import { route } from '../../server/http/route.ts';";
  const address = "export const page = new URL('../../server/http/route.ts', import.meta.url);";
  for (const form of [up, address]) {
    expect(importsOf('src/ui/screens/home.tsx', form).map(refusalOf)).toEqual([
      'src/ui/screens/home.tsx must not import src/server/http/route.ts',
    ]);
  }
});

test('a folder is not confused with one whose name starts in the same way', () => {
  const imports = importsOf(
    'src/core/rules/carts/apply-cart-action.ts',
    "import { thing } from '#core/model-drafts/cart.ts';",
  );
  expect(imports.map(refusalOf)).toEqual([expect.any(String)]);
});

describe('areas', () => {
  test('do not import each other in cycles', () => {
    expect(areaCycles(imports)).toEqual([]);
  });

  test.each([
    ['src/core/rules', 'carts', 'coupons'],
    ['src/core/storefront', 'carts', 'shop'],
    ['src/api', 'gifts', 'orders'],
    ['src/server', 'mail', 'platform'],
    ['src/adapters', 'mail', 'payments'],
    ['src/ui', 'hooks', 'layout'],
    ['src/ui/components', 'carts', 'parts'],
    ['src/ui/screens', 'carts', 'orders'],
    ['src/back-office', 'kit', 'session'],
    ['src/app', 'browser', 'wiring'],
  ])('a cycle in %s is found, also through a type: %s, %s', (layer, one, other) => {
    const inside = `#${layer.slice('src/'.length)}`;
    const down = importsOf(`${layer}/${one}/a.ts`, `import { b } from '${inside}/${other}/deep/b.ts';`);
    const up = importsOf(`${layer}/${other}/c.ts`, `import type { A } from '${inside}/${one}/a.ts';`);
    const area = (name: string) => `${layer.replace(/^src\/ui\/.*/, 'src/ui')}/${name}`;
    expect(areaCycles([...down, ...up]).map((areas) => areas.toSorted())).toEqual([[area(one), area(other)]]);
    expect(areaCycles(down)).toEqual([]);
    expect(areaCycles(up)).toEqual([]);
  });

  test('cycles of three areas, of a folder and a file, and of components and screens are found', () => {
    const three = [
      ...importsOf('src/server/orders/a.ts', "import type { B } from '#server/mail/html/b.ts';"),
      ...importsOf('src/server/mail/c.ts', "import { c } from '#server/platform/pdf/c.ts';"),
      ...importsOf('src/server/platform/jobs/d.ts', "export { a } from '#server/orders/a.ts';"),
    ];
    expect(areaCycles(three).map((areas) => areas.toSorted())).toEqual([
      ['src/server/mail', 'src/server/orders', 'src/server/platform'],
    ]);
    const file = [
      ...importsOf('src/core/storefront/shop.ts', "import { a } from '#core/storefront/carts/a.ts';"),
      ...importsOf('src/core/storefront/carts/a.ts', "import type { Shop } from '#core/storefront/shop.ts';"),
    ];
    expect(areaCycles(file)).toHaveLength(1);
    const parts = [
      ...importsOf('src/ui/screens/gifts/a.tsx', "import { B } from '#ui/components/carts/b.tsx';"),
      ...importsOf('src/ui/components/carts/b.tsx', "import type { C } from '#ui/components/gifts/c.tsx';"),
    ];
    expect(areaCycles(parts).map((areas) => areas.toSorted())).toEqual([['src/ui/carts', 'src/ui/gifts']]);
  });

  test('an area and its own subfolder are no cycle', () => {
    const inside = importsOf('src/server/mail/html/d.ts', "import { b } from '#server/mail/b.ts';");
    const outside = importsOf('src/server/mail/b.ts', "import { d } from '#server/mail/html/d.ts';");
    expect(areaCycles([...inside, ...outside])).toEqual([]);
  });
});

describe('the floors of the server, as docs/architecture.md draws them', () => {
  const floors = serverFloors(readFileSync(join(root, 'docs/architecture.md'), 'utf8'));

  test('have each area once', () => {
    const folders = readdirSync(join(root, 'src/server'), { withFileTypes: true });
    const areas = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(floors.flat().toSorted()).toEqual(areas.filter((name) => name !== 'platform').toSorted());
  });

  test('import only lower floors', () => {
    expect(upwardImports(imports, floors)).toEqual([]);
  });

  test.each([
    ['src/server/carts/a.ts', '#server/orders/b.ts', 'above it'],
    ['src/server/gifts/a.ts', '#server/consumer-rights/b.ts', 'beside it'],
    ['src/server/platform/http/a.ts', '#server/catalogue/b.ts', 'above the platform'],
    ['src/server/operations/team/a.ts', '#server/api.ts', 'above all areas'],
  ])('an import of %s from %s, %s, is found', (path, specifier) => {
    const type = importsOf(path, `import type { B } from '${specifier}';`);
    expect(upwardImports(type, floors)).toEqual([expect.stringContaining(`${path} must not import`)]);
  });

  test('imports of lower floors and of the area itself are allowed', () => {
    const down = "import { b } from '#server/carts/b.ts';\nimport { c } from '#server/platform/c.ts';";
    expect(upwardImports(importsOf('src/server/orders/a.ts', down), floors)).toEqual([]);
    expect(upwardImports(importsOf('src/server/carts/a.ts', down), floors)).toEqual([]);
    expect(upwardImports(importsOf('src/server/api.ts', down), floors)).toEqual([]);
  });
});

describe('transactions', () => {
  /**
   * Matches parallel statements in one transaction. If one of them fails, the statements that are still
   * queued would run after the rollback.
   */
  const together = /Promise\.(?:all|allSettled|race|any)\((?:(?!;\n)[\s\S])*?\btrx\b/;

  test('await each statement before the next', () => {
    const offenders = sourcesBelow(root, 'src/server').filter(([, text]) => together.test(text));
    expect(offenders.map(([path]) => path)).toEqual([]);
  });

  test('parallel statements are found', () => {
    expect(together.test('await Promise.all([lock(trx, id), read(trx)]);\n')).toBe(true);
    expect(together.test('await Promise.all([one(), two()]);\nawait lock(trx);\n')).toBe(false);
  });
});
