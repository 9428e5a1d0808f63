import type { i18n } from 'i18next';
import type { Locale } from '#core/model/values.ts';
import { createI18n } from './create-i18n.ts';
import { loadAllTexts } from './texts.ts';

const loaded = new Map<Locale, Promise<i18n>>();

/**
 * Returns the i18next instance of one page on the server. Texts are loaded once per process and language; each page
 * gets a clone, which records the namespaces it uses.
 */
export async function openPageI18n(locale: Locale): Promise<i18n> {
  const loading = loaded.get(locale) ?? loadAllTexts(locale).then((texts) => createI18n(locale, texts));
  loaded.set(locale, loading);
  return (await loading).cloneInstance();
}
