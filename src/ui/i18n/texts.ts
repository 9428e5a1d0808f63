import type { ResourceKey } from 'i18next';
import type { Locale } from '#core/model/values.ts';

/**
 * All namespaces (docs/behaviour/navigation-and-layout.md#translation-namespaces). German has no `form` file, because
 * its keys are the German texts.
 */
export const namespaces = [
  'auth',
  'base',
  'blog',
  'cart',
  'checkout',
  'component',
  'error',
  'form',
  'help',
  'learning',
  'menu',
  'myProfile',
] as const;

export type Namespace = (typeof namespaces)[number];

// Without the texts of the back office, which has a bundle of its own.
const files = import.meta.glob<ResourceKey>(['/locales/*/*.json', '!/locales/*/backOffice*.json'], {
  import: 'default',
});

/** Loads one namespace of one language. A namespace without a file is empty. */
export async function loadTexts(locale: Locale, namespace: string): Promise<ResourceKey> {
  const load = files[`/locales/${locale}/${namespace}.json`];
  return load === undefined ? {} : await load();
}

/** Loads all namespaces of one language. For the server only, which keeps them in memory. */
export async function loadAllTexts(locale: Locale): Promise<Record<Namespace, ResourceKey>> {
  const loaded = await Promise.all(
    namespaces.map(async (namespace) => [namespace, await loadTexts(locale, namespace)] as const),
  );
  return Object.fromEntries(loaded) as Record<Namespace, ResourceKey>;
}
