import { type BackendModule, createInstance, type i18n, type ResourceLanguage } from 'i18next';
import type { Locale } from '#core/model/values.ts';
import { loadTexts } from './texts.ts';

/** Loads a namespace when a component first uses it; React suspends meanwhile. */
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
 * Creates an i18next instance with the given texts: one per request on the server, one per browser tab. Other
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
    // Copied, because all requests on the server share these texts.
    resources: { [locale]: structuredClone(texts) },
    partialBundledLanguages: true,
    initAsync: false,
    returnNull: false,
    interpolation: { escapeValue: false },
    react: { bindI18n: 'languageChanged', useSuspense: true },
  });
  return instance;
}
