import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { openWorkspace, type Workspace } from './support/workspace.ts';

let workspace: Workspace;

beforeAll(() => {
  workspace = openWorkspace();
});

afterAll(() => workspace.remove());

/** Runs `npm run new` in the workspace's folder. */
function writeModule(...options: readonly string[]) {
  const script = join(projectRoot, 'package/new.ts');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script, ...options, '--package', inject('packedFile')],
    { cwd: projectRoot, encoding: 'utf8', env: { ...process.env, INIT_CWD: workspace.folder } },
  );
  return { code: status, output: stdout, errors: stderr };
}

/** The kind, a name with two words, and sentences that the first run of the kit reports. */
const kinds: readonly (readonly [kind: string, name: string, sentences: readonly string[]])[] = [
  ['media', 'reel-archive', ['not yet: return size and version of the file']],
  ['mail', 'snail-post', ['not yet: send the mail to the service, with a time limit']],
  [
    'payment',
    'acme-cash',
    [
      'not yet: ask the provider for a token',
      'not yet: return a nonce of the simulator that behaves as "declined"',
      'not yet: return the webhook that the provider sends',
      "not yet: put the provider's card fields into the containers",
    ],
  ],
  [
    'payment-page',
    'gate-pay',
    [
      'not yet: return any text while the provider takes this payment',
      'not yet: open one page for each attempt_key',
      'not yet: return the webhook that the provider sends when something has happened to a payment',
    ],
  ],
  [
    'analytics',
    'bean-counter',
    [
      'not yet: load the script of the service',
      "not yet: return the shop's names of the events that were sent",
    ],
  ],
];

describe.each(kinds)('the skeleton of a module for %s', (kind, name, sentences) => {
  test('has correct types, builds, and fails the kit with messages that say what to do next', () => {
    expect(writeModule(kind, name, '--in', '.')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/npm install/),
    });
    expect(workspace.run('tsc', ['--noEmit'], name)).toEqual({ code: 0, output: '' });
    expect(workspace.run('tsc', ['-p', 'tsconfig.build.json'], name)).toEqual({ code: 0, output: '' });
    const failed = workspace.test(name).filter(({ status }) => status !== 'passed');
    expect(failed.length).toBeGreaterThan(5);
    const reports = failed.map(({ messages }) => messages.join('\n'));
    expect(reports.filter((message) => !message.includes('not yet: '))).toEqual([]);
    for (const sentence of sentences) expect(reports.join('\n')).toContain(sentence);
  });

  test('gives its adapter at least two seconds for each call, which a correct one needs on a busy machine', () => {
    const tests = readdirSync(join(workspace.folder, name, 'test')).map((file) =>
      readFileSync(join(workspace.folder, name, 'test', file), 'utf8'),
    );
    const limits = tests.flatMap((text) => [...text.matchAll(/timeLimit[ =:]+([\d_]+)/g)]);
    // The other kinds have no time limit.
    expect(limits.length > 0).toBe(['mail', 'payment', 'payment-page'].includes(kind));
    for (const [, limit = ''] of limits) expect(Number(limit.replace('_', ''))).toBeGreaterThanOrEqual(2_000);
  });

  test('has its name everywhere, and none of the sample names', () => {
    const module = readFileSync(join(workspace.folder, name, 'src/module.ts'), 'utf8');
    expect(module).toContain(`name: '${name.replace('-', '_')}'`);
    expect(module).toContain(`${name.replace('-', '_').toUpperCase()}_URL`);
    const description = readFileSync(join(workspace.folder, name, 'package.json'), 'utf8');
    const { devDependencies } = JSON.parse(description);
    const packed = devDependencies.meisterhand.replace(/^file:/, '');
    expect(existsSync(join(workspace.folder, name, packed))).toBe(true);
    expect(`${module}${description}`).not.toMatch(/sample/i);
  });

  test('installs the Node.js version of the shop: the kits do not run on the oldest one that starts the shop', () => {
    const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
    const { devDependencies, allowScripts } = read(join(workspace.folder, name, 'package.json'));
    expect(devDependencies.node).toBe(`^${read(join(projectRoot, 'package.json')).devDependencies.node}`);
    expect(allowScripts).toEqual({ node: true });
  });
});

test.each([
  [['books', 'shelf'], /^Usage: npm run new -- .*mail.* NAME \[--in FOLDER\]/],
  [['mail'], /^Usage: /],
  [['mail', 'Post!', '--in', '.'], /"Post!" cannot be a name: use .* like acme-pay/],
  [['mail', 'post', '--in', join(projectRoot, 'examples')], /is inside the shop: name a folder outside it/],
])('%j is refused with a message that says what to write instead', (options, message) => {
  const { code, errors } = writeModule(...options);
  expect(code).toBe(1);
  expect(errors).toMatch(message);
});

test('a folder that contains files is not changed', () => {
  workspace.write('mine/notes.txt', 'mine');
  expect(writeModule('mail', 'mine', '--in', '.').errors).toMatch(/is not empty: take another name/);
  expect(existsSync(join(workspace.folder, 'mine/package.json'))).toBe(false);
});
