/**
 * Lists the statements of a migration that are not backward compatible: they remove, rename or tighten something that
 * the previous version of the shop uses. If there are none, that version keeps working on the migrated database
 * (docs/behaviour/operations.md, "Updates"). Not checked: triggers and functions, changes of data, and whether a check
 * that replaces another one is less strict.
 */
export function incompatibleStatements(sql: string): readonly string[] {
  const statements = statementsOf(sql);
  const file: WholeFile = {
    tables: namesIn(statements, /^create (?:unlogged )?table (?:if not exists )?(\w+)/g),
    columns: new Set(
      statements.flatMap((text) => addedColumns(text).map((column) => `${tableOf(text)}.${column}`)),
    ),
    dropped: namesIn(statements, /(?:^drop index| drop constraint) (?:if exists )?(\w+)/g),
    made: namesIn(
      statements,
      /(?:^create (?:unique )?index (?:concurrently )?(?:if not exists )?| add constraint )(\w+)/g,
    ),
  };
  return statements.filter((text) => contracts(text, file));
}

/** Names of what the statements of a file create and drop. */
interface WholeFile {
  readonly tables: ReadonlySet<string>;
  /** `table.column`. */
  readonly columns: ReadonlySet<string>;
  /** Indexes and constraints. */
  readonly dropped: ReadonlySet<string>;
  readonly made: ReadonlySet<string>;
}

/** Splits a file into statements in lower case, each on one line, without comments and without quoted text. */
function statementsOf(sql: string): readonly string[] {
  return sql
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'/g, (part) =>
      /^[-/]/.test(part) ? ' ' : "''",
    )
    .replaceAll('"', '')
    .toLowerCase()
    .split(';')
    .map((text) => text.trim().replace(/\s+/g, ' '))
    .filter((text) => text !== '');
}

function namesIn(statements: readonly string[], pattern: RegExp): ReadonlySet<string> {
  return new Set(statements.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));
}

function tableOf(text: string): string {
  return /^alter table (?:if exists )?(?:only )?(\w+)/.exec(text)?.[1] ?? '';
}

function addedColumns(text: string): readonly string[] {
  const added =
    / add (?:column )?(?:if not exists )?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)(\w+)/g;
  return text.startsWith('alter table ') ? [...text.matchAll(added)].map(([, name = '']) => name) : [];
}

function contracts(text: string, file: WholeFile): boolean {
  if (text.startsWith('alter table ')) return !file.tables.has(tableOf(text)) && tightensTable(text, file);
  if (text.startsWith('create unique index ')) return tightensIndex(text, file);
  // An index that is created again may be less strict.
  if (text.startsWith('drop index '))
    return isAnyMissing(text, /^drop index (?:if exists )?(\w+)/g, file.made);
  return /^(?:drop (?!trigger|function)|truncate |delete from |alter .* rename )/.test(text);
}

function tightensTable(text: string, { dropped, made }: WholeFile): boolean {
  return (
    / (?:rename|set schema) /.test(text) ||
    / drop (?!constraint|not null|expression|identity|default)/.test(text) ||
    / alter (?:column )?\w+ (?:set not null|(?:set data )?type |drop default)/.test(text) ||
    isAnyMissing(text, / drop constraint (?:if exists )?(\w+)/g, made) ||
    isAnyMissing(text, / add constraint (\w+)/g, dropped) ||
    / add (?:check|unique|primary key|foreign key|exclude)\b/.test(text) ||
    // Inserts of the previous version do not set the new column.
    text
      .split(/,(?![^(]*\))/)
      .some(
        (part) =>
          addedColumns(`alter table ${part}`).length > 0 &&
          / not null/.test(part) &&
          !/ (?:default|generated) /.test(part),
      )
  );
}

/** A unique index refuses rows of the previous version, unless it replaces one, or its table or a column is new. */
function tightensIndex(text: string, { tables, columns, dropped }: WholeFile): boolean {
  const parts =
    /^create unique index (?:concurrently )?(?:if not exists )?(\w+) on (?:only )?(\w+)(.*)$/.exec(text);
  const [, name = '', table = '', rest = ''] = parts ?? [];
  if (tables.has(table) || dropped.has(name)) return false;
  return ![...rest.matchAll(/\w+/g)].some(([word]) => columns.has(`${table}.${word}`));
}

function isAnyMissing(text: string, pattern: RegExp, from: ReadonlySet<string>): boolean {
  return [...text.matchAll(pattern)].some(([, name = '']) => !from.has(name));
}
