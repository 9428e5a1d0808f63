import { chmodSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a small file. Whatever ends the process or the machine leaves the old file or the new one, never a part. */
export function replaceFile(path: string, text: string, mode: number): void {
  const part = `${path}.part`;
  writeFileSync(part, text, { mode, flush: true });
  // A part that was left behind has a mode of its own.
  chmodSync(part, mode);
  renameSync(part, path);
}
