interface Ref {
  readonly $ref: string;
}

export interface OpenApiMediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Ref>>;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, Ref>>;
  readonly content: Readonly<Record<string, OpenApiMediaType>>;
}

export interface OpenApiField {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export type OpenApiParameter = OpenApiField | Ref;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<Record<string, OpenApiMediaType>>;
  };
  /** Alternatives: one is required; an empty object means no login. An empty list: access is not checked. */
  readonly security: readonly Readonly<Record<string, readonly never[]>>[];
  /** Permission that the operator's role or API key needs. */
  readonly 'x-permission'?: string;
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

export interface OpenApiWebhook {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters: readonly OpenApiField[];
  readonly requestBody: {
    readonly required: true;
    readonly content: Readonly<Record<string, OpenApiMediaType>>;
  };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

/** The part of the OpenAPI 3.1 format that this document uses. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  /** Requests that the shop sends, by event. */
  readonly webhooks: Readonly<Record<string, { readonly post: OpenApiWebhook }>>;
  readonly components: {
    readonly schemas: NamedSchemas;
    readonly parameters: Readonly<Record<string, OpenApiField>>;
    readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
    readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

/** The part of JSON Schema (2020-12) that the documentation reads. */
export interface JsonSchema {
  readonly $ref?: string;
  /** The name of a named schema, as added by zod. */
  readonly id?: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

export type NamedSchemas = Readonly<Record<string, JsonSchema>>;

const prefix = '#/components/schemas/';

export function refTo(name: string): JsonSchema {
  return { $ref: `${prefix}${name}` };
}

/** Returns the schema name in a reference; null if the schema is not a reference. */
export function nameOf(schema: JsonSchema): string | null {
  return schema.$ref?.startsWith(prefix) ? schema.$ref.slice(prefix.length) : null;
}

/** Follows a reference to a named schema. */
export function resolve(schema: JsonSchema, named: NamedSchemas): JsonSchema {
  const name = nameOf(schema);
  if (name === null) return schema;
  const found = named[name];
  if (found === undefined) throw new Error(`No schema is called ${name}`);
  return resolve(found, named);
}

/** Maps a schema and all nested schemas, innermost first. */
export function mapSchemas(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inner = (part: JsonSchema) => mapSchemas(part, change);
  const changed: Record<string, unknown> = { ...schema };
  if (schema.properties !== undefined) {
    changed.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, inner(part)]),
    );
  }
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
    if (schema[key] !== undefined) changed[key] = schema[key].map(inner);
  }
  for (const key of ['items', 'additionalProperties', 'propertyNames'] as const) {
    const part = schema[key];
    if (typeof part === 'object') changed[key] = inner(part);
  }
  return change(changed as JsonSchema);
}
