import { type BackendModule, createInstance, type i18n, type ResourceLanguage } from 'i18next';
import type { Locale } from '#core/model/values.ts';
import { loadTexts } from './texts.ts';

/** Loads a namespace when a component first uses it; until then React suspends. */
const onDemand: BackendModule = {
  type: 'backend',
  init() {},
  read(locale, namespace, done) {
    loadTexts(locale as Locale, namespace).then(
      (texts) => done(null, texts),
      (fault: Error) => done(fault, false),
    );
  },
};

/**
 * An i18next instance: one per request on the server and one per browser tab, ready with the given texts. Other
 * namespaces of the language are loaded on demand.
 */
export function createI18n(locale: Locale, texts: ResourceLanguage): i18n {
  const instance = createInstance();
  instance.use(onDemand);
  instance.init({
    lng: locale,
    fallbackLng: false,
    ns: Object.keys(texts),
    defaultNS: 'base',
    // A copy, because all requests on the server share the same texts.
    resources: { [locale]: structuredClone(texts) },
    partialBundledLanguages: true,
    initAsync: false,
    returnNull: false,
    interpolation: { escapeValue: false },
    react: { bindI18n: 'languageChanged', useSuspense: true },
  });
  return instance;
}
