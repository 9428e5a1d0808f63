/** What is wrong with one place in the content files, said so that its author can mend it. */
export interface ContentFault {
  /** Path from the content folder, for example `courses/albrecht-duerer.yaml`. */
  readonly file: string;
  /** Path of the field within the file, for example `parts[0].lessons[2].title.en`; empty for the file as a whole. */
  readonly field: string;
  /** Line in the file, counted from 1; null where none can be named. */
  readonly line: number | null;
  readonly problem: string;
  readonly cure: string;
}

/** One line for a terminal: place, problem, cure. */
export function describeContentFault(fault: ContentFault): string {
  const place = [fault.file, fault.line === null ? '' : `:${fault.line}`].join('');
  const field = fault.field === '' ? '' : ` ${fault.field}:`;
  return `${place}${field} ${fault.problem} → ${fault.cure}`;
}

/** Writes a path of keys and indexes as authors read it: `parts[0].title.en`. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      return index === 0 ? String(key) : `.${String(key)}`;
    })
    .join('');
}
