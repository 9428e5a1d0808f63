import type * as z from 'zod/mini';
import { failuresOf, type Operation } from '#api/documentation.ts';
import type { FailureCode } from '#core/model/failure.ts';
import type { Locale } from '#core/model/values.ts';
import { type FailureTexts, failureStatuses } from '#server/platform/http/failures.ts';
import type { SchemaDescriber } from './describe-schemas.ts';
import { exampleValue } from './example-value.ts';
import {
  type JsonSchema,
  type OpenApiMediaType,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
  refTo,
} from './open-api-document.ts';

/** Inputs for the description of an operation. */
export interface OperationParts {
  readonly schemas: SchemaDescriber;
  readonly texts: FailureTexts;
  readonly locale: Locale;
}

/** Describes an endpoint as an OpenAPI operation. */
export function describeOperation(
  { endpoint, docs }: Operation,
  tag: string,
  parts: OperationParts,
): OpenApiOperation {
  return {
    operationId: endpoint.name,
    tags: [tag],
    summary: docs.summary,
    ...(docs.description === undefined ? {} : { description: docs.description }),
    parameters: [
      ...fieldsOf('path', endpoint.params, docs.example?.params, parts),
      ...fieldsOf('query', endpoint.query, docs.example?.query, parts),
      { $ref: '#/components/parameters/AppLanguage' },
    ],
    ...(endpoint.readsBody
      ? { requestBody: { required: true, content: { [endpoint.mediaType]: bodyOf(endpoint, docs, parts) } } }
      : {}),
    security: securityOf({ endpoint, docs }),
    ...(endpoint.access === 'operator' ? { 'x-permission': endpoint.permission ?? 'own' } : {}),
    responses: {
      [endpoint.status]: success({ endpoint, docs }, 'Done.', parts),
      ...(docs.otherSuccess === undefined
        ? {}
        : { [docs.otherSuccess.status]: success({ endpoint, docs }, docs.otherSuccess.when, parts) }),
      ...refusals(failuresOf(endpoint, docs), parts),
    },
  };
}

type Fields = z.ZodMiniType;

/** Path and query parameters: one per field of the schema. */
function fieldsOf(
  place: 'path' | 'query',
  schema: Fields,
  examples: Readonly<Record<string, unknown>> = {},
  { schemas }: OperationParts,
): readonly OpenApiParameter[] {
  const { properties = {}, required = [] } = schemas.input(schema);
  return Object.entries(properties).map(([name, { description, examples: own, ...field }]) => {
    const example = examples[name] ?? own?.[0];
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: asText(field),
      ...(example === undefined ? {} : { example }),
    };
  });
}

/** Restores the type of numbers in URLs: they are parsed from text, so zod reports them as `unknown`. */
function asText(field: JsonSchema): JsonSchema {
  const isUnknown = field.type === undefined && field.anyOf === undefined && field.$ref === undefined;
  return isUnknown && (field.minimum !== undefined || field.maximum !== undefined)
    ? { type: 'integer', ...field }
    : field;
}

function bodyOf(
  endpoint: Operation['endpoint'],
  docs: Operation['docs'],
  { schemas }: OperationParts,
): OpenApiMediaType {
  if (!isJson(endpoint)) return { schema: { type: 'string', format: 'binary' } };
  const schema = schemas.input(endpoint.body);
  return { schema, example: docs.example?.body ?? exampleValue(schema, schemas.named(), false) };
}

function securityOf({ endpoint, docs }: Operation): OpenApiOperation['security'] {
  const bearer = { bearer: [] };
  if (endpoint.access === 'operator') return [{ session: [] }];
  if (endpoint.access === 'user') return [bearer];
  if (docs.takesOrderToken === true) return [bearer, { orderToken: [] }];
  return endpoint.access === 'anyone' ? [] : [{}, bearer];
}

const idHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

/** Whether a call has a body that is JSON. */
export function isJson({
  readsBody,
  mediaType,
}: Pick<Operation['endpoint'], 'readsBody' | 'mediaType'>): boolean {
  return readsBody && mediaType !== 'application/octet-stream';
}

/** Whether an endpoint returns a file instead of JSON. */
export function isFile({ responseType }: Pick<Operation['endpoint'], 'responseType'>): boolean {
  return responseType !== 'application/json';
}

function success({ endpoint }: Operation, description: string, { schemas }: OperationParts): OpenApiResponse {
  const headers = { ...idHeader, 'Content-Language': { $ref: '#/components/headers/ContentLanguage' } };
  if (isFile(endpoint)) {
    const content = { [endpoint.responseType]: { schema: { type: 'string', format: 'binary' } } };
    const named = { ...headers, 'Content-Disposition': { $ref: '#/components/headers/FileName' } };
    return { description, headers: named, content };
  }
  const schema = schemas.output(endpoint.response);
  const example = exampleValue(schema, schemas.named(), true);
  return { description, headers, content: { 'application/json': { schema, example } } };
}

/** Failures with a `Retry-After` header. */
const timed: readonly FailureCode[] = [
  'TOO_MANY_ATTEMPTS',
  'UNAVAILABLE',
  'PAYMENT_UNAVAILABLE',
  'ORDER_BUSY',
];

/** Failures by status; codes with the same status share a response, each with its text and an example. */
function refusals(
  codes: readonly FailureCode[],
  { texts, locale }: OperationParts,
): Readonly<Record<string, OpenApiResponse>> {
  const byStatus = Map.groupBy(codes, (code) => failureStatuses[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, here]) => [
      status,
      {
        description: here.map((code) => `\`${code}\`: ${texts[locale][code].detail}`).join('\n\n'),
        headers: {
          ...idHeader,
          ...(here.some((code) => timed.includes(code))
            ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
            : {}),
          ...(status === 401 && here.includes('UNAUTHENTICATED')
            ? { 'WWW-Authenticate': { $ref: '#/components/headers/Authenticate' } }
            : {}),
        },
        content: {
          'application/json': {
            schema: {
              allOf: [
                refTo('Failure'),
                {
                  properties: {
                    errors: { items: { properties: { code: { enum: here } } } },
                  },
                },
              ],
            },
            examples: Object.fromEntries(
              here.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
      },
    ]),
  );
}
