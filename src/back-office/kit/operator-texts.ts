import { createInstance, type i18n, type ParseKeys, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Locale, locales } from '#core/model/values.ts';

export type TextKey = ParseKeys<'backOffice'>;

const storageKey = 'back-office-language';

const files = import.meta.glob<ResourceKey>('/locales/*/{backOffice,backOfficeMore,component}.json', {
  import: 'default',
});

/** Returns the language saved on this device, else the browser's, else English. */
export function firstLocale(): Locale {
  const wanted = [localStorage.getItem(storageKey) ?? '', ...navigator.languages];
  for (const language of wanted) {
    const found = locales.find((locale) => language.toLowerCase().startsWith(locale));
    if (found !== undefined) return found;
  }
  return 'en';
}

/** Changes the language and reloads the page. */
export function chooseLocale(locale: Locale): void {
  localStorage.setItem(storageKey, locale);
  location.reload();
}

function load(locale: Locale, namespace: string): Promise<ResourceKey> | undefined {
  return files[`/locales/${locale}/${namespace}.json`]?.();
}

/** Loads the texts of rarely opened screens. */
export async function addMoreTexts(instance: i18n): Promise<void> {
  const locale = instance.language as Locale;
  instance.addResourceBundle(locale, 'backOffice', await load(locale, 'backOfficeMore'), true);
}

/** Creates the texts of the back office, and of the shop components that it uses, in one language. */
export async function createTexts(locale: Locale): Promise<i18n> {
  const [backOffice = {}, component = {}] = await Promise.all([
    load(locale, 'backOffice'),
    load(locale, 'component'),
  ]);
  const instance = createInstance();
  instance.use(initReactI18next);
  await instance.init({
    lng: locale,
    fallbackLng: false,
    defaultNS: 'backOffice',
    // Copied, because i18next adds the texts of `addMoreTexts` to this object, which the imported file would share.
    resources: { [locale]: { backOffice: structuredClone(backOffice), component } },
    returnNull: false,
    interpolation: { escapeValue: false },
  });
  return instance;
}
