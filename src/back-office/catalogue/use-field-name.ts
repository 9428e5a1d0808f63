import { useTranslation } from 'react-i18next';
import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { lessonFileEndings } from '#core/model/lesson-file.ts';
import { lessonTitle } from '#core/rules/catalogue/record-films.ts';
import type { Fields } from '#core/rules/catalogue/record-values.ts';
import { isTrailer } from '#core/rules/catalogue/trailers.ts';

/** Returns the label of a record's field, or its stored name if it has no text. */
export function useFieldName(): (name: string) => string {
  const name = useNames();
  return (field) => name('field', field);
}

/**
 * Returns the label of a path in a record: `parts.0.title.de` is `Teile › 1 › Titel › Deutsch`. Films and files are
 * named after their lesson, from the first of `versions` that contains it.
 */
export function usePathName(versions: readonly Fields[]): (path: string) => string {
  const label = useFieldName();
  const { t } = useTranslation('backOffice');
  const { locale } = useFormats();
  const namesOfFilm = (film = '', ...parts: readonly string[]): readonly string[] => {
    const [title] = versions.flatMap((value) => lessonTitle(value, film) ?? []);
    const ending = lessonFileEndings.find((one) => one === parts.join('.'));
    return [
      isTrailer(film) ? t('films.trailer') : (title?.[locale] ?? film),
      ...(ending === undefined ? parts : [t(`lessonFiles.names.${ending}`)]),
    ];
  };
  return (path) => {
    const [field = '', ...parts] = path.split('.');
    const names =
      field === 'films'
        ? namesOfFilm(...parts)
        : parts.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : label(part)));
    return [label(field), ...names].join(' › ');
  };
}
