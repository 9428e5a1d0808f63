import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Document,
  isCollection,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLParseError,
} from 'yaml';
import type { z } from 'zod';
import type { RecordFault } from '#core/model/catalogue-record.ts';
import { unlessMissing } from '#server/platform/files/unless-missing.ts';

/** Collects the faults of one run. */
export type FaultList = ContentFault[];

/** A valid file: its value, and a lookup of the line of a field. */
export interface ReadFile<Value> {
  readonly file: string;
  readonly value: Value;
  lineOf(path: readonly PropertyKey[]): number | null;
}

/** Sorted names of the files with this ending in a folder, without the ending. A missing folder is a fault. */
export async function listNames(
  root: string,
  folder: string,
  ending: string,
  faults: FaultList,
): Promise<string[]> {
  const names = await unlessMissing(readdir(join(root, folder)));
  if (names === null) faults.push(missing(folder, 'create the folder'));
  return (names ?? [])
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort();
}

/** Reads one YAML file and validates it. Adds faults to the list and returns null if there are any. */
export async function readYaml<Schema extends z.ZodType>(
  root: string,
  file: string,
  schema: Schema,
  faults: FaultList,
): Promise<ReadFile<z.output<Schema>> | null> {
  const source = await readText(root, file, faults);
  return source === null ? null : parseYaml(file, source, 0, schema, faults);
}

/** Reads one Markdown file with YAML front matter between two lines of `---`. `body` is the text after it. */
export async function readMarkdown<Schema extends z.ZodType>(
  root: string,
  file: string,
  schema: Schema,
  faults: FaultList,
): Promise<(ReadFile<z.output<Schema>> & { readonly body: string }) | null> {
  const source = await readText(root, file, faults);
  if (source === null) return null;
  const match = /^---\n(.*?)\n---\n(.*)$/s.exec(source.replaceAll('\r\n', '\n'));
  const [, head = '', body = ''] = match ?? [];
  if (match === null || body.trim() === '') {
    faults.push({
      file,
      field: '',
      line: 1,
      problem: 'has no head or no text',
      cure: 'begin with a line of ---, the head as YAML, another line of ---, then the text',
    });
    return null;
  }
  const read = parseYaml(file, head, 1, schema, faults);
  return read === null ? null : { ...read, body };
}

async function readText(root: string, file: string, faults: FaultList): Promise<string | null> {
  const text = await unlessMissing(readFile(join(root, file), 'utf8'));
  if (text === null) faults.push(missing(file, 'create the file'));
  return text;
}

function parseYaml<Schema extends z.ZodType>(
  file: string,
  source: string,
  linesBefore: number,
  schema: Schema,
  faults: FaultList,
): ReadFile<z.output<Schema>> | null {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines });
  if (document.errors.length > 0) {
    for (const error of document.errors) {
      faults.push({
        file,
        field: '',
        line: lines.linePos(beginningOf(document, error)).line + linesBefore,
        // Removes the parser's own position: it is where parsing stopped, counted from the front matter.
        problem: `is not valid YAML: ${error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '')}`,
        cure: 'mend the line; close quotes and brackets; put texts with ": " or a special sign in front in quotes',
      });
    }
    return null;
  }
  const lost = findLostAlias(document);
  if (lost !== null) {
    faults.push({
      ...{ file, field: '', line: lines.linePos(lost.at).line + linesBefore },
      problem: `names *${lost.name}, which no &${lost.name} before it defines`,
      cure: 'put texts that begin with * in quotes',
    });
    return null;
  }
  const lineOf = (path: readonly PropertyKey[]) => lineOfPath(document, lines, path, linesBefore);
  const raw: unknown = document.toJS();
  const parsed = schema.safeParse(raw);
  if (parsed.success) return { file, value: parsed.data, lineOf };
  for (const issue of parsed.error.issues) {
    for (const { path, problem, cure } of faultOfIssue(issue, raw)) {
      faults.push({ file, field: fieldName(path), line: lineOf(path), problem, cure });
    }
  }
  return null;
}

/** Finds where an error begins: a quote or bracket that is never closed is reported far below it. */
function beginningOf(document: Document, { message, pos }: YAMLParseError): number {
  const isQuote = /closing ["']quote/.test(message);
  const isBracket = /^Flow (?:sequence|map) /.test(message);
  let begin = pos[0];
  if (!isQuote && !isBracket) return begin;
  visit(document, {
    Node(_key, node) {
      const isOpen = isQuote
        ? isScalar(node) && /^QUOTE_/.test(node.type ?? '')
        : isCollection(node) && node.flow === true;
      const start = node.range?.[0];
      if (isOpen && start !== undefined && start <= pos[0]) begin = start;
    },
  });
  return begin;
}

/** Finds the first alias without an anchor; null if there is none. */
function findLostAlias(document: Document): { readonly name: string; readonly at: number } | null {
  let lost: { readonly name: string; readonly at: number } | null = null;
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) !== undefined) return undefined;
      lost = { name: alias.source, at: alias.range?.[0] ?? 0 };
      return visit.BREAK;
    },
  });
  return lost;
}

/** Returns the line of the field, or of its nearest existing parent. */
function lineOfPath(
  document: Document,
  lines: LineCounter,
  path: readonly PropertyKey[],
  linesBefore: number,
): number | null {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line + linesBefore;
  }
  return null;
}

function missing(file: string, cure: string): ContentFault {
  return { file, field: '', line: null, problem: 'is missing', cure };
}

interface IssueFault {
  readonly path: readonly PropertyKey[];
  readonly problem: string;
  readonly cure: string;
}

const languages: Readonly<Record<string, string>> = { de: 'German', en: 'English' };

/** Translates a schema issue for authors. `raw` is the whole validated value. */
function faultOfIssue(issue: z.core.$ZodIssue, raw: unknown): readonly IssueFault[] {
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

/** An error in the content files and how to correct it. */
export interface ContentFault {
  /** Path from the content folder, for example `courses/albrecht-duerer.yaml`. */
  readonly file: string;
  /** Path of the field within the file, for example `parts[0].lessons[2].title.en`; empty for the file as a whole. */
  readonly field: string;
  /** Line in the file, from 1; null when unknown. */
  readonly line: number | null;
  readonly problem: string;
  readonly cure: string;
  /** Structured cause, which the back office shows in the operator's language. */
  readonly cause?: FaultCause;
}

/** Kind of a fault, with the words or limit concerned. */
export type FaultCause = Pick<RecordFault, 'code' | 'words'> & Partial<Pick<RecordFault, 'limit'>>;

/** Formats a fault as one line for a terminal: place, problem, cure. */
export function describeContentFault(fault: ContentFault): string {
  const place = [fault.file, fault.line === null ? '' : `:${fault.line}`].join('');
  const field = fault.field === '' ? '' : ` ${fault.field}:`;
  return `${place}${field} ${fault.problem} → ${fault.cure}`;
}

/** Formats a path for authors: `parts[0].title.en`. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      return index === 0 ? String(key) : `.${String(key)}`;
    })
    .join('');
}
