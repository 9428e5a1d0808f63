import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { projectRoot } from '#server/platform/files/project-root.ts';

/**
 * The name in the page of a class of a CSS module: its own name and five digits of its file. Every page carries a few
 * hundred of them; the default also has the line, which makes the scripts of a page half a kilobyte larger.
 */
export function scopedClassName(name: string, file: string): string {
  const path = relative(projectRoot, file);
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 5)}`;
}
