import type { Operation } from '#api/documentation.ts';
import { documentation } from '#api/documentation.ts';
import { orderTokenHeader } from '#api/orders.ts';
import { webhookBodies } from '#api/webhooks.ts';
import { failure, failureCodes } from '#core/model/failure.ts';
import type { Locale } from '#core/model/values.ts';
import { locales } from '#core/model/values.ts';
import { defaultLocale } from '#core/rules/locale.ts';
import type { FailureTexts } from '#server/http/failures.ts';
import { describeFailures, failureStatuses } from '#server/http/failures.ts';
import { describeOperation, isFile } from './describe-operation.ts';
import type { SchemaDescriber } from './describe-schemas.ts';
import { createSchemaDescriber } from './describe-schemas.ts';
import { describeWebhooks, webhookTag } from './describe-webhooks.ts';
import type { OpenApiDocument, OpenApiOperation } from './open-api-document.ts';

export interface DescribedApi {
  readonly texts: FailureTexts;
  /** Language of the failure texts. */
  readonly locale: Locale;
  /** General documentation for clients, as Markdown. */
  readonly introduction: string;
}

/** Increased by changes that affect existing clients. */
const version = '1.0.0';

/** The whole API as an OpenAPI 3.1 document, made from the endpoint definitions. */
export function describeApi({ texts, locale, introduction }: DescribedApi): OpenApiDocument {
  const operations = documentation.flatMap((area) => area.operations);
  const schemas = createSchemaDescriber([
    [failure, 'output'],
    ...operations.flatMap(({ endpoint }) => [
      [endpoint.params, 'input'] as const,
      [endpoint.query, 'input'] as const,
      ...(endpoint.readsBody ? [[endpoint.body, 'input'] as const] : []),
      ...(isFile(endpoint) ? [] : [[endpoint.response, 'output'] as const]),
    ]),
    ...Object.values(webhookBodies).map((body) => [body, 'output'] as const),
  ]);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Meisterhand API',
      version,
      description: `${introduction}\n${listFailures(texts, locale)}`,
    },
    servers: [{ url: '/api', description: 'This shop' }],
    tags: [...documentation.map(({ title, description }) => ({ name: title, description })), webhookTag],
    paths: describePaths(schemas, texts, locale),
    webhooks: describeWebhooks(schemas),
    components: {
      schemas: schemas.named(),
      parameters: {
        AppLanguage: {
          name: 'X-App-Language',
          in: 'header',
          required: false,
          description:
            'Language of texts and of the sentences in failures; `Accept-Language` decides without it.',
          schema: { type: 'string', enum: locales, default: defaultLocale },
        },
      },
      headers,
      examples: Object.fromEntries(
        failureCodes.map((code) => [
          code,
          {
            summary: texts[locale][code].title,
            value: describeFailures([{ code }], texts, locale),
          },
        ]),
      ),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `access` token of a session. Cookies are never looked at.',
        },
        orderToken: {
          type: 'apiKey',
          in: 'header',
          name: orderTokenHeader,
          description: '`meta.order_token` of the order: proves that a guest is its buyer.',
        },
      },
    },
  };
}

const headers: OpenApiDocument['components']['headers'] = {
  RequestId: {
    description: 'Names this request in the shop’s log. Quote it when asking about a fault.',
    schema: { type: 'string', format: 'uuid' },
  },
  ContentLanguage: {
    description: 'Language of the texts.',
    schema: { type: 'string', enum: locales },
  },
  FileName: {
    description: 'Name under which the file is saved.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds after which the call may be tried again.',
    schema: { type: 'integer', minimum: 1 },
  },
  Authenticate: { description: '`Bearer`: log in or refresh.', schema: { type: 'string' } },
};

function describePaths(
  schemas: SchemaDescriber,
  texts: FailureTexts,
  locale: Locale,
): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const { title, operations } of documentation) {
    for (const operation of operations) {
      const path = pathOf(operation);
      paths[path] ??= {};
      paths[path][operation.endpoint.method.toLowerCase()] = describeOperation(operation, title, {
        schemas,
        texts,
        locale,
      });
    }
  }
  return paths;
}

/** Converts `/users/:id` to `/users/{id}`. */
function pathOf({ endpoint }: Operation): string {
  return endpoint.path.replace(/:([a-z_]+)/g, '{$1}');
}

/** All failure codes with status and text, as a Markdown table. */
function listFailures(texts: FailureTexts, locale: Locale): string {
  const rows = failureCodes.map(
    (code) => `| ${failureStatuses[code]} | \`${code}\` | ${texts[locale][code].detail} |`,
  );
  return ['## Failure codes', '', '| status | code | sentence |', '| --- | --- | --- |', ...rows, ''].join(
    '\n',
  );
}
