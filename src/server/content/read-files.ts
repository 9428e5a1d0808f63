import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document } from 'yaml';
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import type { ContentFault } from './content-fault.ts';
import { fieldName } from './content-fault.ts';
import { faultOfIssue } from './schema-faults.ts';

/** Where faults of one run are gathered. */
export type FaultList = ContentFault[];

/** A file read and checked: its values, and the line of any field in it. */
export interface ReadFile<Value> {
  readonly file: string;
  readonly value: Value;
  lineOf(path: readonly PropertyKey[]): number | null;
}

/** Names of the files with an ending in one folder, sorted, without the ending; a missing folder is a fault. */
export async function listNames(
  root: string,
  folder: string,
  ending: string,
  faults: FaultList,
): Promise<string[]> {
  try {
    const names = await readdir(join(root, folder));
    return names
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length))
      .sort();
  } catch (error) {
    if (!isMissing(error)) throw error;
    faults.push(missing(folder, 'create the folder'));
    return [];
  }
}

/** Reads one YAML file against its schema; faults are added to the list and answer null. */
export async function readYaml<Schema extends z.ZodType>(
  root: string,
  file: string,
  schema: Schema,
  faults: FaultList,
): Promise<ReadFile<z.output<Schema>> | null> {
  const source = await readText(root, file, faults);
  return source === null ? null : parseYaml(file, source, 0, schema, faults);
}

/** Reads one Markdown file whose head between two lines of `---` is YAML. `body` is what follows it. */
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
  try {
    return await readFile(join(root, file), 'utf8');
  } catch (error) {
    if (!isMissing(error)) throw error;
    faults.push(missing(file, 'create the file'));
    return null;
  }
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
        line: lines.linePos(error.pos[0]).line + linesBefore,
        problem: `is not valid YAML: ${error.message.split('\n')[0]}`,
        cure: 'mend the line; put texts that contain ": " or begin with a special sign in quotes',
      });
    }
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

/** Line of the field, or of the nearest field around it that exists. */
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

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
