import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashSources } from '#app/start/hash-sources.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';

test('another picture in public changes the hash, so that the shop is built again', () => {
  const root = mkdtempSync(join(tmpdir(), 'meisterhand-sources-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of readdirSync(projectRoot))
    if (name !== 'public') symlinkSync(join(projectRoot, name), join(root, name));
  mkdirSync(join(root, 'public'));
  const before = hashSources(root);
  expect(hashSources(root)).toBe(before);
  writeFileSync(join(root, 'public', 'favicon.svg'), '<svg/>');
  expect(hashSources(root)).not.toBe(before);
});
