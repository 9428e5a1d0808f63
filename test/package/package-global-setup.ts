import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { projectRoot } from '#server/platform/files/project-root.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the packed package. */
    packedFile: string;
  }
}

/** Builds and packs the package once for all files. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'meisterhand-package-'));
  const build = join(projectRoot, 'package/build.ts');
  const output = execFileSync(process.execPath, [build, folder], { encoding: 'utf8' });
  project.provide('packedFile', output.trim().split('\n').at(-1) ?? '');
  return () => rmSync(folder, { recursive: true });
}
