import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scopedClassName } from '#app/bundling/scoped-class-name.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';

const modules = globSync('src/**/*.module.css', { cwd: projectRoot });

test('a class has another name in every file, so that no screen gets the styles of another', () => {
  expect(modules.length).toBeGreaterThan(100);
  const names = modules.map((file) => scopedClassName('title', join(projectRoot, file)));
  expect(new Set(names).size).toBe(modules.length);
});
