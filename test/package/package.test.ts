import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { openWorkspace, type Workspace } from './support/workspace.ts';

const entries = ['arbitraries', 'browser', 'elements', 'kits', 'model', 'ports', 'rules'];

let workspace: Workspace;

beforeAll(() => {
  workspace = openWorkspace();
  workspace.write('package.json', '{ "type": "module" }');
});

afterAll(() => workspace.remove());

test('the packed package is smaller than 2 MB and has no content, no films and no TypeScript sources', () => {
  expect(statSync(inject('packedFile')).size).toBeLessThan(2_000_000);
  const files = readdirSync(join(workspace.folder, 'node_modules/meisterhand'), { recursive: true })
    .map(String)
    .filter((path) => path.includes('.'));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((path) => !/(?:\.d\.ts|\.js|^package\.json|^README\.md)$/.test(path))).toEqual([]);
});

test('the package is written where no build of the storefront deletes it', () => {
  const output = execFileSync(process.execPath, [join(projectRoot, 'package/build.ts')], {
    encoding: 'utf8',
  });
  const packed = output.trim().split('\n').at(-1) ?? '';
  expect(statSync(packed).isFile()).toBe(true);
  // The default of `buildDirectory` of React Router, which `react-router.config.ts` does not change.
  expect(relative(join(projectRoot, 'build'), packed)).toMatch(/^\.\./);
});

test('the package has the entries of the repository, and no others', () => {
  const read = (path: string) => Object.keys(JSON.parse(readFileSync(path, 'utf8')).exports).toSorted();
  const installed = read(join(workspace.folder, 'node_modules/meisterhand/package.json'));
  expect(installed).toEqual(entries.map((entry) => `./${entry}`));
  expect(installed.toSorted()).toEqual(read(join(projectRoot, 'package.json')));
});

test('plain Node.js imports every entry, and no file inside the package', () => {
  workspace.write(
    'entries.ts',
    `const found: Record<string, string[]> = {};
for (const entry of ${JSON.stringify(entries)})
  found[entry] = Object.keys(await import(\`meisterhand/\${entry}\`));
const inside = await import(\`\${'meisterhand'}/src/core/rules/money.js\`).catch((error) => error.code);
console.log(JSON.stringify({ found, inside }));`,
  );
  const { output } = workspace.run('node', ['entries.ts']);
  const { found, inside } = JSON.parse(output);
  expect(found.rules).toEqual(expect.arrayContaining(['cents', 'err', 'ok', 'priceCart', 'transition']));
  expect(found.model).toContain('orderStates');
  expect(found.arbitraries).toEqual(expect.arrayContaining(['cart', 'order', 'runs', 'walk']));
  expect(found.kits).toEqual(expect.arrayContaining(['describeAnalyticsPort', 'describeMailer']));
  expect(found.ports).toEqual([]);
  expect(inside).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
});

const types = `import type { Order } from 'meisterhand/model';
import { orderStates } from 'meisterhand/model';
import type { CardGateway, Mailer } from 'meisterhand/ports';
import { cents } from 'meisterhand/rules';
import type { MailerHarness } from 'meisterhand/kits';
import { order } from 'meisterhand/arbitraries';

export const price: Order['total'] = cents(8_900);
export const orders: (one: Order) => boolean = (one) => order.canShrinkWithoutContext(one);
export const state: string = orderStates[0];
export const send = (harness: MailerHarness, message: Parameters<Mailer['send']>[0]) => harness.mailer.send(message);
// @ts-expect-error: a number is no amount in cents
export const number: Order['total'] = 8_900;
// @ts-expect-error: a gateway has more functions
export const gateway: CardGateway = { capture: () => {} };
// @ts-expect-error: an order has no such field
export const missing = (one: Order) => one.nothing;
`;

test.each(['nodenext', 'bundler'])(
  'the types of every entry are complete, with the module resolution %s',
  (name) => {
    workspace.write('types.ts', types);
    const compilerOptions = {
      target: 'es2024',
      lib: ['ES2024', 'DOM', 'DOM.Iterable'],
      module: name === 'bundler' ? 'esnext' : name,
      moduleResolution: name,
      types: ['node'],
      strict: true,
      noEmit: true,
      // The package's own declarations are checked, too.
      skipLibCheck: false,
    };
    workspace.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['types.ts'] }));
    const { output } = workspace.run('tsc', ['-p', '.']);
    const own = output.split('\n').filter((line) => /error/.test(line) && !isOfAnotherPackage(line));
    expect(own).toEqual([]);
  },
);

/** Returns whether a line of the compiler is about the declarations of another package, such as zod. */
function isOfAnotherPackage(line: string): boolean {
  return line.includes('node_modules') && !line.includes('node_modules/meisterhand');
}

test('the properties that docs/testing.md shows run outside the repository', () => {
  workspace.copy('test/unit/examples');
  const outcomes = workspace.test('test/unit/examples');
  expect(outcomes.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed']);
});
