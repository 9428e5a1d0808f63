import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { projectRoot } from '#server/platform/files/project-root.ts';

/**
 * Returns the generated name of a CSS module class: its own name and five hex digits of its file's hash. The default
 * name also contains the line; with several hundred classes per page, this saves half a kilobyte of script.
 */
export function scopedClassName(name: string, file: string): string {
  const path = relative(projectRoot, file);
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 5)}`;
}
