import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/files/project-root.ts';

const folder = join(projectRoot, 'src/adapters/payments/sandbox/gateway/browser');
const scripts = readdirSync(folder);

/** Browsers resolve neither `#room` names nor packages: such an import would break the card fields silently. */
test.each(scripts)('%s imports only its neighbours once its types are stripped', (script) => {
  const source = stripTypeScriptTypes(readFileSync(join(folder, script), 'utf8'));
  const imported = [...source.matchAll(/^\s*(?:import|export)\b[^;]*?from '([^']+)'/gm)].map(
    ([, name]) => name,
  );
  const neighbours = scripts.map((name) => `./${name}`);
  expect(imported.filter((name) => !neighbours.includes(name ?? ''))).toEqual([]);
  expect(source).not.toMatch(/\bimport\s*\(|^\s*import '/m);
});
