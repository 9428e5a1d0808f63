import type { ResourceKey } from 'i18next';
import type { Locale } from '#core/model/values.ts';

/** Every namespace of the shop (specification §2 "Other UI"). German has no `form`: its keys are the German texts. */
export const namespaces = [
  'auth',
  'base',
  'blog',
  'checkout',
  'component',
  'error',
  'form',
  'menu',
  'myProfile',
] as const;

export type Namespace = (typeof namespaces)[number];

const files = import.meta.glob<ResourceKey>('/locales/*/*.json', { import: 'default' });

/** Brings one namespace of one language, as a file of its own. A namespace without a file is empty. */
export async function loadTexts(locale: Locale, namespace: string): Promise<ResourceKey> {
  const load = files[`/locales/${locale}/${namespace}.json`];
  return load === undefined ? {} : await load();
}

/** Brings all namespaces of one language; for the server, which has them in memory anyway. */
export async function loadAllTexts(locale: Locale): Promise<Record<Namespace, ResourceKey>> {
  const loaded = await Promise.all(
    namespaces.map(async (namespace) => [namespace, await loadTexts(locale, namespace)] as const),
  );
  return Object.fromEntries(loaded) as Record<Namespace, ResourceKey>;
}
