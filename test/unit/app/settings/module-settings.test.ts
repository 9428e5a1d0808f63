import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listSettings, readConfig } from '#app/settings/config.ts';
import { faults } from '#test/support/read-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'modules-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file that a variable can name, and returns its path. */
function fileWith(name: string, code: string): string {
  const path = join(folder, name);
  writeFileSync(path, code);
  return path;
}

const setting = (test: string, message: string) => `{
  '~standard': { version: 1, vendor: 'own', validate: (value) => (${test}) ? { value: value.length } : { issues: [{ message: '${message}' }] } },
}`;

const post = fileWith(
  'post.mjs',
  `export default {
    kind: 'mail',
    name: 'post',
    settings: {
      POST_KEY: ${setting("typeof value === 'string' && value.length > 3", 'set the key that the post office shows')},
      POST_OFFICE: ${setting('value === undefined ? true : /^[a-z]+$/.test(value)', 'set lower case letters').replace('value.length', 'value?.length')},
    },
    check: ({ POST_KEY, POST_OFFICE }, { mode, port }) =>
      POST_KEY === POST_OFFICE ? [{ name: 'POST_OFFICE', text: \`\${mode} \${port}: both have \${POST_KEY} letters.\` }] : [],
    open: () => ({ send: async () => {} }),
  };`,
);

test('a module outside the shop is loaded by its path, and gets the values that its schemas return', async () => {
  const config = await readConfig({ MAIL_MODULE: post, POST_KEY: 'abcdef', POST_OFFICE: 'berlin-is-not' });
  expect(config).toEqual({ ok: false, error: ['POST_OFFICE is "berlin-is-not": set lower case letters.'] });
  const valid = await readConfig({ MAIL_MODULE: post, POST_KEY: 'abcdef', POST_OFFICE: 'bonn' });
  expect(valid).toMatchObject({
    value: { mail: { module: { name: 'post' }, settings: { POST_KEY: 6, POST_OFFICE: 4 } } },
  });
});

test('faults of a module are reported with all others, without its secrets', async () => {
  expect(await faults({ MAIL_MODULE: post, LOG_LEVEL: 'loud' })).toEqual([
    'LOG_LEVEL is "loud": set one of debug, info, warn, error, silent.',
    'POST_KEY is missing for the module "post": set the key that the post office shows.',
  ]);
  expect(await faults({ MAIL_MODULE: post, POST_KEY: 'abc' })).toEqual([
    'POST_KEY cannot be used: set the key that the post office shows.',
  ]);
  expect(await faults({ MAIL_MODULE: post, POST_KEY: 'abcd', POST_OFFICE: 'bonn', PORT: '4800' })).toEqual([
    'demo 4800: both have 4 letters.',
  ]);
});

test('a schema may be a function, as those of some libraries are', async () => {
  const callable = fileWith(
    'callable.mjs',
    `export default {
      kind: 'mail',
      name: 'callable',
      settings: { POST_KEY: Object.assign(() => {}, ${setting("typeof value === 'string'", 'set the key')}) },
      open: () => ({ send: async () => {} }),
    };`,
  );
  expect(await readConfig({ MAIL_MODULE: callable, POST_KEY: 'abcdefgh' })).toMatchObject({
    value: { mail: { settings: { POST_KEY: 8 } } },
  });
});

test.each([
  ['a file that does not exist', './nowhere.ts', /cannot be loaded.*set file, smtp, the path of a file/],
  ['a package that is not installed', '@acme/post', /cannot be loaded.*an installed package/],
  ['a file that throws', fileWith('throws.mjs', "throw new Error('no post today');"), /no post today/],
  [
    'a file without a default export',
    fileWith('named.mjs', 'export const post = {};'),
    /no default export: write `export default`/,
  ],
  ['a file without a module', fileWith('empty.mjs', 'export default 1;'), /default export is no module/],
  [
    'a module with a name that cannot be part of an address',
    fileWith('name.mjs', "export default { kind: 'mail', name: 'Post!', settings: {} };"),
    /is no module \(see its "name"\)/,
  ],
  [
    'a module that cannot be opened',
    fileWith('closed.mjs', "export default { kind: 'mail', name: 'post', settings: {} };"),
    /is no module \(see its "open"\)/,
  ],
  [
    'a module whose setting is no schema',
    fileWith(
      'plain.mjs',
      "export default { kind: 'mail', name: 'post', settings: { POST_KEY: 'a key' }, open() {} };",
    ),
    /is no module \(see its "settings.POST_KEY"\)/,
  ],
  [
    'a module of another kind',
    fileWith('kind.mjs', "export default { kind: 'payment', name: 'post', settings: {}, open() {} };"),
    /a module of kind "payment": set one for mail/,
  ],
])('%s is a fault of the configuration', async (_, entry, sentence) => {
  const reported = await faults({ MAIL_MODULE: entry });
  expect(reported).toEqual([expect.stringMatching(sentence)]);
  expect(reported[0]).toContain(`MAIL_MODULE has "${entry}"`);
});

test('the settings of modules are listed for another machine, without secrets', async () => {
  const given = { MAIL_MODULE: post, POST_KEY: 'abcdef', SMTP_URL: 'smtp://me:pw@mail', POST_OFFICE: 'bonn' };
  expect(await listSettings(given)).toEqual({
    MAIL_MODULE: post,
    SMTP_URL: null,
    POST_KEY: null,
    POST_OFFICE: 'bonn',
  });
});

test('films are stored by the module that the configuration names, else in the folder of the content', async () => {
  const films = fileWith(
    'films.mjs',
    `export default {
      kind: 'media',
      name: 'films',
      settings: { FILMS_URL: ${setting("typeof value === 'string'", 'set the address of the films')} },
      open: () => ({ find: async () => null, read: async () => null }),
    };`,
  );
  expect(await readConfig({})).toMatchObject({
    value: { media: { module: { name: 'folder' }, settings: {} } },
  });
  expect(await readConfig({ MEDIA_MODULE: films, FILMS_URL: 'https://films.example' })).toMatchObject({
    value: { media: { module: { name: 'films' }, settings: { FILMS_URL: 21 } } },
  });
  expect(await faults({ MEDIA_MODULE: films })).toEqual([
    'FILMS_URL is missing for the module "films": set the address of the films.',
  ]);
  expect(await faults({ MEDIA_MODULE: post })).toEqual([
    expect.stringContaining('a module of kind "mail": set one for media.'),
  ]);
  expect(await listSettings({ MEDIA_MODULE: films, FILMS_URL: 'https://films.example' })).toMatchObject({
    MEDIA_MODULE: films,
    FILMS_URL: 'https://films.example',
  });
});
