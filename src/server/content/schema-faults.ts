import type { z } from 'zod';

interface IssueFault {
  readonly path: readonly PropertyKey[];
  readonly problem: string;
  readonly cure: string;
}

const languages: Readonly<Record<string, string>> = { de: 'German', en: 'English' };

/** Says what a schema found in the words of an author. `raw` is the whole value that was checked. */
export function faultOfIssue(issue: z.core.$ZodIssue, raw: unknown): readonly IssueFault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      problem: 'is not a field of this file',
      cure: 'correct its spelling or remove it',
    }));
  }
  if (valueAt(raw, issue.path) === undefined) return [missingField(issue.path)];
  return [{ path: issue.path, problem: problemOf(issue), cure: cureOf(issue) }];
}

function missingField(path: readonly PropertyKey[]): IssueFault {
  const language = languages[String(path.at(-1))];
  return language === undefined
    ? { path, problem: 'is missing', cure: 'add the field' }
    : { path, problem: `the ${language} text is missing`, cure: `write it under "${String(path.at(-1))}"` };
}

function problemOf(issue: z.core.$ZodIssue): string {
  const message = issue.message;
  return message.slice(0, 1).toLowerCase() + message.slice(1);
}

function cureOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `write a value of the kind ${issue.expected}`;
    case 'too_big':
      return `use at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'too_small':
      return `use at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'invalid_value':
      return `choose one of: ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.pattern === undefined
        ? `write a valid ${issue.format}`
        : `write it in the form ${issue.pattern}`;
    default:
      return 'correct the value';
  }
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  if (origin === 'array') return ' entries';
  return '';
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found: unknown = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<PropertyKey, unknown>)[key];
  }
  return found;
}
