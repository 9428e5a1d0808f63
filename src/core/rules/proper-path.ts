import { localeOfPath } from './locale.ts';

const germanLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/**
 * The address a page has, for one that was written another way: capitals, umlauts, accents, blanks and underscores
 * become what slugs are made of, so that `/de/kurse/Albrecht-Dürer` is found. Null when the path is proper already, or no
 * page's. The host redirects to it for good.
 */
export function properPath(path: string): string | null {
  if (localeOfPath(path.toLowerCase()) === null) return null;
  const proper = decode(path)
    ?.toLowerCase()
    .replace(/[äöüß]/g, (letter) => germanLetters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s_]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/\/{2,}/g, '/');
  if (proper === undefined || proper === path || !/^[a-z0-9/.-]+$/.test(proper)) return null;
  return proper;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return undefined;
  }
}
