import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const parsed = new Map<string, unknown>();

function textsIn(name: string): unknown {
  if (!parsed.has(name)) parsed.set(name, JSON.parse(readFileSync(join(root, 'locales', name), 'utf8')));
  return parsed.get(name);
}

/** Reads the shop's texts in one language, as `shopWords` returns it. */
export type Say = ReturnType<typeof shopWords>;

/**
 * Returns a function that reads the shop's texts, such as `say('menu', 'main_label')`, and fills placeholders from
 * `values`. It throws when a text does not exist.
 */
export function shopWords(locale: 'de' | 'en') {
  return (namespace: string, key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    // In the namespace `form` the keys are the German sentences themselves.
    const path = namespace === 'form' ? [key] : key.split('.');
    const text = path.reduce<unknown>(
      (part, name) => (part as Record<string, unknown>)?.[name],
      textsIn(`${locale}/${namespace}.json`),
    );
    if (typeof text !== 'string')
      throw new Error(`locales/${locale}/${namespace}.json has no text "${key}".`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
