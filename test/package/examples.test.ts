import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { openWorkspace, type TestOutcome, type Workspace } from './support/workspace.ts';

const examples = readdirSync(join(projectRoot, 'examples'));

let workspace: Workspace;
let outcomes: readonly TestOutcome[];

beforeAll(() => {
  workspace = openWorkspace();
  workspace.copy('examples');
  workspace.copy('sandbox');
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

test.each(examples)('examples/%s has correct types and builds to JavaScript', (name) => {
  expect(workspace.run('tsc', ['--noEmit'], `examples/${name}`)).toEqual({ code: 0, output: '' });
  expect(workspace.run('tsc', ['-p', 'tsconfig.build.json'], `examples/${name}`).output).toBe('');
  const load = `const { default: loaded } = await import('./dist/module.js'); console.log(loaded.kind);`;
  const { output } = workspace.run('node', ['--input-type=module', '-e', load], `examples/${name}`);
  expect(output).toMatch(/^(?:payment|analytics|mail)\n$/);
});

test('the sandbox has correct types against the packed package', () => {
  expect(workspace.run('tsc', ['--noEmit'], 'sandbox')).toEqual({ code: 0, output: '' });
});

/** One test of each kit that an example has to pass. */
test.each([
  ['http-mail', 'mailer: HTTP mail delivers attachments byte for byte, of any size and name'],
  ['acme-pay', 'card gateway: Acme Pay closes a payment attempt whose action it ends'],
  ['direct-pay', 'page gateway: Direct Pay finds a page whose response was lost'],
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
