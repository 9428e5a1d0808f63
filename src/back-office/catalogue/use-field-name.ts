import { useNames } from '#back-office/kit/use-names.ts';

/** The name of a field of a record; one that has no text yet is shown as it is stored. */
export function useFieldName(): (name: string) => string {
  const name = useNames();
  return (field) => name('field', field);
}

/** The name of a place in a record: `parts.0.title.de` is `Teile › 1 › Titel › Deutsch`. */
export function usePlaceName(): (path: string) => string {
  const label = useFieldName();
  return (path) =>
    path
      .split('.')
      .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : label(part)))
      .join(' › ');
}
