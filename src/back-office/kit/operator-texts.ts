import { createInstance, type i18n, type ParseKeys, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Locale, locales } from '#core/model/values.ts';

/** The name of a text of the back office. */
export type TextKey = ParseKeys<'backOffice'>;

const storageKey = 'back-office-language';

const files = import.meta.glob<ResourceKey>('/locales/*/{backOffice,backOfficeMore,component}.json', {
  import: 'default',
});

/** The language that was chosen on this device, else the browser's, else English. */
export function firstLocale(): Locale {
  const wanted = [localStorage.getItem(storageKey) ?? '', ...navigator.languages];
  for (const language of wanted) {
    const found = locales.find((locale) => language.toLowerCase().startsWith(locale));
    if (found !== undefined) return found;
  }
  return 'en';
}

/** Changes the language: the document is loaded anew, at the same place. */
export function chooseLocale(locale: Locale): void {
  localStorage.setItem(storageKey, locale);
  location.reload();
}

function load(locale: Locale, namespace: string): Promise<ResourceKey> | undefined {
  return files[`/locales/${locale}/${namespace}.json`]?.();
}

/** Adds the texts of screens that are seldom opened, which not everybody has to load. */
export async function addMoreTexts(instance: i18n): Promise<void> {
  const locale = instance.language as Locale;
  instance.addResourceBundle(locale, 'backOffice', await load(locale, 'backOfficeMore'), true);
}

/** The texts of the back office and of the shop's parts that it uses, in one language. */
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
    // i18next adds the texts of `addMoreTexts` to this object, which would change it for whoever else imports the file.
    resources: { [locale]: { backOffice: structuredClone(backOffice), component } },
    returnNull: false,
    interpolation: { escapeValue: false },
  });
  return instance;
}
