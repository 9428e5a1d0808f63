import { useTranslation } from 'react-i18next';
import type english from '#locales/en/form.json';

/** A sentence of a form: the German text itself is the key. */
export type FormText = keyof typeof english;

/** Translates a sentence of a form into the language of the page. */
export function useFormText(): (text: string) => string {
  const { i18n } = useTranslation('form');
  return (text) => {
    const english = i18n.getResource(i18n.language, 'form', text, { keySeparator: false });
    return typeof english === 'string' ? english : text;
  };
}
