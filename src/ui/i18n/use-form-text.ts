import { useTranslation } from 'react-i18next';
import type english from '#locales/en/form.json';

/** A sentence of a form; the German text is the key. */
export type FormText = keyof typeof english;

/** Returns a function that translates a sentence of a form into the page's language. */
export function useFormText(): (text: string) => string {
  const { i18n } = useTranslation('form');
  return (text) => {
    const english = i18n.getResource(i18n.language, 'form', text, { keySeparator: false });
    return typeof english === 'string' ? english : text;
  };
}
