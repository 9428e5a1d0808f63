import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';

const areas = ['payments', 'analytics', 'mail', 'media'];

/** The folders of modules, for example `payments/braintree`, and the package of demo mode. */
const modules = areas
  .flatMap((area) =>
    readdirSync(join(projectRoot, 'src/adapters', area), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${area}/${entry.name}`),
  )
  .concat('sandbox');

/** The places that may name modules: the defaults of variables that are not set. */
const allowed = ['src/app/settings/load-modules.ts', 'src/app/settings/read-modules.ts'];

/**
 * Patterns of modules whose names are also ordinary words, such as `file` or bank transfer as a payment method: only
 * imports and comparisons of providers count. `sandbox` is also a directive of content security policies.
 */
const ordinaryWords: Readonly<Record<string, string>> = {
  'mail/file': 'adapters/mail/file',
  'media/folder': 'adapters/media/folder',
  sandbox: '(?<!escape-)sandbox(?! allow-)',
  'payments/bank-transfer':
    "adapters/payments/bank-transfer|(?:provider|name|identity)'?[ ,]+'?={1,3}'?[ ,]+'bank_transfer'",
};

/** Finds a module's name in a text: in an import, an identifier, a value or a comment. */
function findName(module: string, text: string): boolean {
  const folder = module.split('/').at(-1) ?? '';
  const pattern = ordinaryWords[module] ?? folder.replaceAll('-', '[-_ ]?');
  return new RegExp(pattern, 'i').test(text);
}

const sources = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => `src/${name}`)
  .map((file) => ({ file, text: readFileSync(join(projectRoot, file), 'utf8') }));

test.each(modules)('nothing outside of the adapters names %s', (module) => {
  const named = sources
    .filter(({ file }) => !file.startsWith('src/adapters/') && !allowed.includes(file))
    .filter(({ text }) => findName(module, text))
    .map(({ file }) => file);
  expect(named, 'files that name it').toEqual([]);
});

test('nothing outside of the payment adapters contains card numbers', () => {
  const numbers = /\b[345]\d{3}(?: \d{4}){3}\b|\b[345]\d{14,15}\b/;
  const listed = sources
    .filter(({ file }) => !file.startsWith('src/adapters/payments/'))
    .filter(({ text }) => numbers.test(text))
    .map(({ file }) => file);
  expect(listed).toEqual([]);
  expect(numbers.test("{ number: '4111 1111 1111 1111' }")).toBe(true);
});

test('the search finds a name in an import, an identifier and a value', () => {
  for (const text of ["import('#adapters/payments/braintree/server.ts')", 'openBraintree()', "'braintree'"])
    expect(findName('payments/braintree', text)).toBe(true);
  for (const text of ['createGoogleTagManager', "'google_tag_manager'", 'google-tag-manager'])
    expect(findName('analytics/google-tag-manager', text)).toBe(true);
  expect(findName('payments/bank-transfer', "kind: 'bank_transfer'")).toBe(false);
  expect(findName('payments/bank-transfer', "import('#adapters/payments/bank-transfer/module.ts')")).toBe(
    true,
  );
  for (const text of ["where('provider', '=', 'bank_transfer')", "provider === 'bank_transfer'"])
    expect(findName('payments/bank-transfer', text)).toBe(true);
  expect(findName('mail/file', 'const file = 1')).toBe(false);
  expect(findName('mail/file', "import('#adapters/mail/file/module.ts')")).toBe(true);
});
