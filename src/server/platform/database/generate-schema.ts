import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { generate, PostgresDialect as Introspection, RawExpressionNode } from 'kysely-codegen';
import pg from 'pg';
import { projectRoot } from '#server/platform/files/project-root.ts';

export const schemaFile = join(projectRoot, 'src/server/platform/database/schema.ts');

const head = `// Written by \`npm run db:types\` from the migrations. Run it again after a new migration.
import type { ColumnType } from 'kysely';

/** A column with a default: may be left out of an insert. */
type Generated<Value> =
  Value extends ColumnType<infer Read, infer Inserted, infer Updated>
    ? ColumnType<Read, Inserted | undefined, Updated>
    : ColumnType<Value, Value | undefined, Value>;

/** Written as JSON text, so that the driver does not take arrays for SQL arrays; read as the parsed value. */
type Json = ColumnType<unknown, string, string>;

`;

/** Generates the row types of all tables of a migrated database, as TypeScript source. */
export async function generateSchema(connectionString: string): Promise<string> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 1 }) }),
  });
  try {
    const text = await generate({
      db,
      dialect: new Introspection(),
      excludePattern: 'schema_migration',
      // As `createDatabase` reads them; a `date` is a calendar day, YYYY-MM-DD.
      typeMapping: { jsonb: 'Json', timestamptz: 'Date', date: 'string', int8: 'number', tsvector: 'string' },
      overrides: {
        columns: {
          'audit_log.actor_kind': new RawExpressionNode("'operator' | 'key' | 'command' | 'job'"),
          'bank_transfers.state': new RawExpressionNode("'awaiting' | 'received' | 'closed'"),
          'operators.recovery_hashes': new RawExpressionNode('Generated<Buffer[]>'),
          'operators.role': new RawExpressionNode("'owner' | 'support' | 'editor' | 'bookkeeper'"),
          'operators.state': new RawExpressionNode("'invited' | 'active' | 'removed'"),
        },
      },
    });
    const interfaces = text
      .slice(text.indexOf('export interface'))
      .replaceAll('export interface', 'interface')
      .replace('interface DB {', '/** Every table of the shop. */\nexport interface Database {');
    return `${head}${interfaces}`;
  } finally {
    await db.destroy();
  }
}
