import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#server/files/project-root.ts';
import type { TestOutcome, Workspace } from './support/workspace.ts';
import { openWorkspace } from './support/workspace.ts';

const examples = readdirSync(join(projectRoot, 'examples'));

let workspace: Workspace;
let outcomes: readonly TestOutcome[];

beforeAll(() => {
  workspace = openWorkspace();
  workspace.copy('examples');
  outcomes = workspace.test('examples');
});

afterAll(() => workspace.remove());

test('every test of the examples passes against the packed package, and none is skipped without a reason', () => {
  // The kits refuse a skip without a reason.
  const skippedByKit = (status: string, name: string) =>
    status === 'skipped' && name.startsWith('card tokenizer: ');
  const wrong = outcomes.filter(({ status, name }) => status !== 'passed' && !skippedByKit(status, name));
  expect(wrong).toEqual([]);
});

test.each(examples)('the types of examples/%s are right, and it builds to JavaScript', (name) => {
  expect(workspace.run('tsc', ['--noEmit'], `examples/${name}`)).toEqual({ code: 0, output: '' });
  expect(workspace.run('tsc', ['-p', 'tsconfig.build.json'], `examples/${name}`).output).toBe('');
  const load = `const { default: loaded } = await import('./dist/module.js'); console.log(loaded.kind);`;
  const { output } = workspace.run('node', ['--input-type=module', '-e', load], `examples/${name}`);
  expect(output).toMatch(/^(?:payment|analytics|mail)\n$/);
});

test.each(examples)(
  'examples/%s imports only its own files, its own dependencies and the package',
  (name) => {
    const folder = join(projectRoot, 'examples', name);
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const known = Object.keys({ ...dependencies, ...devDependencies });
    const files = readdirSync(folder, { recursive: true }).map(String);
    const sources = files.filter((path) => /^(?:src|test|simulator)\/.*\.ts$/.test(path));
    expect(sources.length).toBeGreaterThan(2);
    for (const path of sources) {
      const text = readFileSync(join(folder, path), 'utf8');
      for (const [, from = ''] of text.matchAll(/(?:from |import\()'([^']+)'/g)) {
        const isOwn = from.startsWith('.') && resolve(folder, dirname(path), from).startsWith(`${folder}/`);
        const isInstalled = known.some(
          (dependency) => from === dependency || from.startsWith(`${dependency}/`),
        );
        expect(isOwn || isInstalled || from.startsWith('node:'), `${path} imports ${from}`).toBe(true);
      }
    }
  },
);

/** The kit that each example has to pass, by a part of its title. */
test.each([
  ['http-mail', 'mailer: HTTP mail delivers attachments byte for byte'],
  ['acme-pay', 'card gateway: Acme Pay closes a payment attempt whose action it ends'],
  ['acme-pay', 'payment notices: Acme Pay refuses a webhook that somebody else has signed'],
  [
    'acme-pay',
    'card tokenizer: Acme Pay in Chromium returns a nonce for a valid card, and another one the next time',
  ],
  ['matomo', 'Analytics: Matomo nothing is loaded before consent and after a refusal'],
])('examples/%s runs the kit: %s', (name, title) => {
  const own = outcomes.filter(({ file }) => file.includes(`examples/${name}/`));
  expect(own.map((outcome) => outcome.name)).toContain(title);
});
