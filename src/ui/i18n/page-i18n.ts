import type { i18n } from 'i18next';
import type { Locale } from '#core/model/values.ts';
import { createI18n } from './create-i18n.ts';
import { loadAllTexts } from './texts.ts';

interface LoadedTexts {
  readonly instance: i18n;
  /** Texts without parameters, by namespace and key. */
  readonly known: Map<string, string>;
}

/** More than there are; a key may come from an address. */
const mostTexts = 10_000;

const loaded = new Map<Locale, Promise<LoadedTexts>>();

/**
 * The i18next instance of one page on the server. The texts are loaded once per process and language, and one without
 * parameters is looked up once (8 % of the time of a page); an instance of its own notes which namespaces the page uses.
 */
export async function openPageI18n(locale: Locale): Promise<i18n> {
  const loading = loaded.get(locale) ?? loadTexts(locale);
  loaded.set(locale, loading);
  const { instance, known } = await loading;
  return rememberTexts(instance.cloneInstance(), known);
}

async function loadTexts(locale: Locale): Promise<LoadedTexts> {
  return { instance: createI18n(locale, await loadAllTexts(locale)), known: new Map() };
}

type Translate = (...call: unknown[]) => string;

function rememberTexts(page: i18n, known: LoadedTexts['known']): i18n {
  const getFixedT = page.getFixedT.bind(page) as unknown as (...scope: unknown[]) => Translate;

  function getRememberingT(...scope: unknown[]): Translate {
    const t = getFixedT(...scope);
    const place = scope.slice(0, 3).join();
    const remembering: Translate = (...call) => {
      const [key] = call;
      if (call.length > 1 || typeof key !== 'string') return t(...call);
      const name = `${place} ${key}`;
      const text = known.get(name) ?? t(key);
      if (known.size < mostTexts) known.set(name, text);
      return text;
    };
    return Object.assign(remembering, t);
  }

  return Object.assign(page, { getFixedT: getRememberingT });
}
