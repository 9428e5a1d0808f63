import type { JsonSchema, NamedSchemas } from './json-schema.ts';

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
  /** One of these is needed; an empty one means that none is. An empty list: nothing is looked at. */
  readonly security: readonly Readonly<Record<string, readonly never[]>>[];
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

/** The parts of an OpenAPI 3.1 document that ours has. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: NamedSchemas;
    readonly parameters: Readonly<Record<string, OpenApiField>>;
    readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
    readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}
