import type { BackendModule, i18n, ResourceLanguage } from 'i18next';
import { createInstance } from 'i18next';
import type { Locale } from '#core/model/values.ts';
import { loadTexts } from './texts.ts';

/** Brings a namespace when a component asks for it first; until then React suspends. */
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
 * The texts of one page: one instance per request on the server and one per browser tab, ready at once with what it is
 * given. Other namespaces of the same language are loaded when a component first asks for them.
 */
export function createI18n(locale: Locale, texts: ResourceLanguage): i18n {
  const instance = createInstance();
  instance.use(onDemand);
  instance.init({
    lng: locale,
    fallbackLng: false,
    ns: Object.keys(texts),
    defaultNS: 'base',
    // A copy: the server gives all its requests the same texts.
    resources: { [locale]: structuredClone(texts) },
    partialBundledLanguages: true,
    initAsync: false,
    returnNull: false,
    interpolation: { escapeValue: false },
    react: { bindI18n: 'languageChanged', useSuspense: true },
  });
  return instance;
}
