import { chmodSync, renameSync, writeFileSync } from 'node:fs';

/** Replaces a small file atomically: a crash leaves the old file or the new one, never a part. */
export function replaceFile(path: string, text: string, mode: number): void {
  const part = `${path}.part`;
  writeFileSync(part, text, { mode, flush: true });
  // A temporary file that a crash left keeps its own mode.
  chmodSync(part, mode);
  renameSync(part, path);
}
