import * as z from 'zod/mini';
import { schemaNotes } from '#api/schema-docs.ts';
import { type JsonSchema, mapSchemas, type NamedSchemas, nameOf, refTo } from './open-api-document.ts';

type Direction = 'input' | 'output';

export interface SchemaDescriber {
  /** Schema of a request. */
  input(schema: z.ZodMiniType): JsonSchema;
  /** Schema of a response. */
  output(schema: z.ZodMiniType): JsonSchema;
  /** All named schemas used so far. */
  named(): NamedSchemas;
}

/**
 * Converts API schemas to JSON Schema. A named schema whose request form differs (fields with defaults are optional) is
 * listed twice; the request form gets the suffix `Input`.
 */
export function createSchemaDescriber(
  all: readonly (readonly [z.ZodMiniType, Direction])[],
): SchemaDescriber {
  const named = { input: new Map<string, JsonSchema>(), output: new Map<string, JsonSchema>() };
  for (const [schema, direction] of all) convert(schema, direction, named[direction]);
  const renamed = findDifferent(named.input, named.output);
  const rename = (schema: JsonSchema) =>
    mapSchemas(schema, (inner) => {
      const name = nameOf(inner);
      return name !== null && renamed.has(name) ? { ...inner, ...refTo(`${name}Input`) } : inner;
    });
  return {
    input: (schema) => rename(convert(schema, 'input', new Map())),
    output: (schema) => convert(schema, 'output', new Map()),
    named: () =>
      Object.fromEntries(
        [
          ...[...named.input].map(
            ([name, schema]) => [renamed.has(name) ? `${name}Input` : name, rename(schema)] as const,
          ),
          ...named.output,
        ].toSorted(([one], [other]) => (one < other ? -1 : 1)),
      ),
  };
}

/** Named schemas whose request and response forms differ, directly or through references. */
function findDifferent(
  inputs: ReadonlyMap<string, JsonSchema>,
  outputs: ReadonlyMap<string, JsonSchema>,
): ReadonlySet<string> {
  const different = new Set<string>();
  for (let before = -1; before < different.size; ) {
    before = different.size;
    for (const [name, input] of inputs) {
      const output = outputs.get(name);
      if (output === undefined) continue;
      let refersToDifferent = false;
      mapSchemas(input, (inner) => {
        refersToDifferent ||= different.has(nameOf(inner) ?? '');
        return inner;
      });
      if (refersToDifferent || JSON.stringify(input) !== JSON.stringify(output)) different.add(name);
    }
  }
  return different;
}

/** Converts one schema and adds the named schemas that it uses to `named`. */
function convert(schema: z.ZodMiniType, io: Direction, named: Map<string, JsonSchema>): JsonSchema {
  // Wrapped, because zod expands a named schema at the root instead of referencing it.
  const { $defs = {}, properties } = z.toJSONSchema(z.object({ root: schema }), {
    io,
    metadata: schemaNotes,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => describeTransform(zodSchema, jsonSchema),
  });
  for (const [name, definition] of Object.entries($defs)) named.set(name, tidy(definition));
  return tidy(properties?.root);
}

/** Transforms only change the TypeScript type (integer to cents), so output equals input. */
function describeTransform(zodSchema: z.core.$ZodTypes, jsonSchema: Record<string, unknown>): void {
  const { def } = zodSchema._zod;
  if (def.type !== 'pipe' || def.out._zod.def.type !== 'transform') return;
  const { $schema: _, ...inner } = z.toJSONSchema(def.in);
  Object.assign(jsonSchema, inner);
}

/**
 * Removes redundant parts: repeated names, patterns beside a format, bounds of safe integers. Responses may gain fields
 * later, so additional properties are allowed.
 */
function tidy(schema: unknown): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/');
  return mapSchemas(JSON.parse(text), (inner) => {
    const { id: _, minLength, minimum, maximum, pattern, additionalProperties, ...rest } = inner;
    return {
      ...rest,
      ...(minLength === undefined || minLength === 0 ? {} : { minLength }),
      ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
      ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
      ...(pattern === undefined || inner.format !== undefined ? {} : { pattern }),
      ...(typeof additionalProperties === 'object' ? { additionalProperties } : {}),
    };
  });
}
