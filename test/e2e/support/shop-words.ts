import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/**
 * The shop's own words, so that a journey finds what a visitor reads: `say('menu', 'main_label')`. Placeholders are
 * filled from `values`. Fails when there is no such text.
 */
export function shopWords(locale: 'de' | 'en') {
  return (namespace: string, key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const file = readFileSync(join(root, 'locales', locale, `${namespace}.json`), 'utf8');
    // The keys of forms are the German sentences themselves.
    const path = namespace === 'form' ? [key] : key.split('.');
    const text = path.reduce<unknown>(
      (part, name) => (part as Record<string, unknown>)?.[name],
      JSON.parse(file),
    );
    if (typeof text !== 'string')
      throw new Error(`locales/${locale}/${namespace}.json has no text "${key}".`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
