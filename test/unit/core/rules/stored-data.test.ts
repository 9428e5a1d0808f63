import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storedItems } from '#core/rules/stored-data.ts';

const root = join(import.meta.dirname, '../../../..');
const sources = ['src/core', 'src/ui', 'src/adapters', 'src/app'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') })),
);
const privacy = ['de', 'en'].map((language) =>
  readFileSync(join(root, `content/legal/datenschutz.${language}.md`), 'utf8'),
);
const names = storedItems.map(({ name }) => name);

/**
 * The values of all constants in src/core that name a cookie or a storage key, found by the naming
 * convention.
 */
const declared = sources
  .filter(({ file }) => file.startsWith('src/core'))
  .flatMap(({ text }) => [
    ...[...text.matchAll(/const \w*(?:Cookie|[kK]ey) = '([^']+)'/g)].map(([, value]) => value ?? ''),
    ...[...text.matchAll(/const utmNames = \[([^\]]+)\]/g)].flatMap(([, list]) =>
      [...(list ?? '').matchAll(/'([^']+)'/g)].map(([, value]) => value ?? ''),
    ),
    ...[...text.matchAll(/return `(\w+)\$\{orderId\}`/g)].map(([, prefix]) => `${prefix}*`),
  ]);

describe('what is stored in a browser', () => {
  test('every cookie and key in the code is in the list', () => {
    expect(declared.length).toBeGreaterThan(12);
    expect(declared.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('nothing writes to a storage or to cookies besides the two ports', () => {
    const writers = sources
      .filter(({ text }) =>
        /(?:localStorage|sessionStorage)\.setItem|document\.cookie\s*=|indexedDB/.test(text),
      )
      .map(({ file }) => file);
    // The file below only removes cookies of external services.
    expect(writers.filter((file) => !/^src\/adapters\/(?:cookies|storage)\//.test(file))).toEqual([
      'src/app/browser-analytics.ts',
    ]);
  });

  test.each(names)('%s is named in both privacy pages', (name) => {
    for (const page of privacy) expect(page).toContain(`**${name.replace('*', '\\*')}**`);
  });

  test('every provider that the code can hand data to is named in both privacy pages', () => {
    /** The external company behind each adapter; null when data stays in the shop. */
    const providers: Readonly<Record<string, string | null>> = {
      'payments/braintree': 'Braintree',
      'payments/sandbox': null,
      'payments/bank-transfer': null,
      'payments/verification-dialog.ts': null,
      'analytics/ga4-analytics.ts': 'Google Analytics',
      'analytics/tag-manager-analytics.ts': 'Google Tag Manager',
      'analytics/meta-pixel-analytics.ts': 'Meta',
      'analytics/data-layer-analytics.ts': null,
      'analytics/analytics-group.ts': null,
      'analytics/google-event.ts': null,
      'analytics/load-script.ts': null,
      'analytics/waiting-events.ts': null,
    };
    const found = ['payments', 'analytics'].flatMap((area) =>
      readdirSync(join(root, 'src/adapters', area)).map((name) => `${area}/${name}`),
    );
    expect(found.filter((one) => !(one in providers))).toEqual([]);
    for (const provider of Object.values(providers).filter((one) => one !== null)) {
      for (const page of privacy) expect(page, provider).toContain(provider);
    }
  });
});
