import type { ResourceLanguage } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const elementId = 'page-texts';

/**
 * Embeds the texts that the page was rendered with, so that the browser does not request them again. Must be last in
 * the body, after every component has used its namespaces.
 */
export function PageTexts() {
  const { i18n } = useTranslation();
  const [json] = useState(() => (typeof document === 'undefined' ? usedTexts(i18n) : carriedJson()));
  return (
    <script
      id={elementId}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block; `<` is escaped, so nothing can close it
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}

/** Reads the texts embedded in the page. */
export function readPageTexts(): ResourceLanguage {
  const json = carriedJson();
  return json === '' ? {} : (JSON.parse(json) as ResourceLanguage);
}

function carriedJson(): string {
  return document.getElementById(elementId)?.textContent ?? '';
}

/** Cache of the JSON by text store and used namespaces; server only. */
const jsonOf = new WeakMap<object, Map<string, string>>();

function usedTexts(i18n: ReturnType<typeof useTranslation>['i18n']): string {
  const used = (i18n.reportNamespaces?.getUsedNamespaces() ?? []).toSorted();
  const known = jsonOf.get(i18n.store) ?? new Map<string, string>();
  jsonOf.set(i18n.store, known);
  const key = used.join();
  const json = known.get(key) ?? toJson(i18n, used);
  known.set(key, json);
  return json;
}

function toJson(i18n: ReturnType<typeof useTranslation>['i18n'], used: readonly string[]): string {
  const bundles = used.map((namespace) => [namespace, i18n.getResourceBundle(i18n.language, namespace)]);
  return JSON.stringify(Object.fromEntries(bundles)).replaceAll('<', '\\u003c');
}
