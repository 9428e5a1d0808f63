import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';

/**
 * Puts texts of the shop's settings into a document: `{{company.name}}`, `{{company.managing_directors}}` (lists are
 * joined by commas). An error names every placeholder that the settings do not have.
 */
export function fillPlaceholders(source: string, settings: object): Result<string, readonly string[]> {
  const unknown: string[] = [];
  const filled = source.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_whole, path: string) => {
    const text = textAt(settings, path.split('.'));
    if (text === null) unknown.push(path);
    return text ?? '';
  });
  return unknown.length === 0 ? ok(filled) : err(unknown);
}

function textAt(settings: unknown, path: readonly string[]): string | null {
  let found: unknown = settings;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return null;
    found = (found as Record<string, unknown>)[key];
  }
  if (typeof found === 'string') return found;
  return Array.isArray(found) && found.every((one) => typeof one === 'string') ? found.join(', ') : null;
}
