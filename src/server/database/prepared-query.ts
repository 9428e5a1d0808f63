import pg from 'pg';

/** What `pg` keeps of the columns of a result (`pg/lib/result.js`). */
interface Columns {
  fields: readonly pg.FieldDef[];
  _parsers: readonly ((text: string) => unknown)[] | undefined;
  _prebuiltEmptyResultObject: object | null;
}

/** The methods by which a client of `pg` sends a query and hands over its answer. */
declare module 'pg' {
  interface Query {
    readonly _result: Columns;
    _accumulateRows: boolean;
    prepare(connection: pg.Connection): void;
    handleReadyForQuery(connection: pg.Connection): void;
  }
}

/** The columns of the statements that are prepared on a connection, by name. */
const described = new WeakMap<pg.Connection, Map<string, Columns>>();

/** The same connection, which asks for no description of the columns. */
const undescribing = new WeakMap<pg.Connection, pg.Connection>();

/**
 * Executes a prepared statement. `pg` lets PostgreSQL describe the columns at each execution, and reading a
 * description of fifty columns takes longer than everything else about a row. They are the same until PostgreSQL
 * refuses the statement (`isPlanChange`), so each connection asks for them once.
 */
export class PreparedQuery extends pg.Query {
  readonly name: string;

  constructor(
    name: string,
    text: string,
    values: unknown[],
    callback: (error: Error | undefined, result: pg.ResultBuilder) => void,
  ) {
    super(text, values, callback);
    this.name = name;
  }

  override prepare(connection: pg.Connection): void {
    const columns = described.get(connection)?.get(this.name);
    if (columns === undefined) {
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    super.prepare(withoutDescription(connection));
  }

  override handleReadyForQuery(connection: pg.Connection): void {
    const known = described.get(connection) ?? new Map<string, Columns>();
    described.set(connection, known);
    if (!known.has(this.name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
      known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
    }
    super.handleReadyForQuery(connection);
  }
}

function withoutDescription(connection: pg.Connection): pg.Connection {
  const known = undescribing.get(connection);
  if (known !== undefined) return known;
  const made = Object.create(connection, { describe: { value: () => {} } }) as pg.Connection;
  undescribing.set(connection, made);
  return made;
}
