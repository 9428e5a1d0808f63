import { type DocumentedArea, documentation, operatorDocumentation } from '#api/documentation.ts';
import { type Endpoint, orderTokenHeader } from '#api/endpoint.ts';
import { failure } from '#api/success-and-failure.ts';
import { webhookBodies } from '#api/webhook-events.ts';
import { failureCodes } from '#core/model/failure.ts';
import { type Locale, locales } from '#core/model/values.ts';
import { defaultLocale } from '#core/rules/basics/locale.ts';
import { describeFailures, type FailureTexts, failureStatuses } from '#server/platform/http/failures.ts';
import { describeOperation, isFile, isJson, type OperationParts } from './describe-operation.ts';
import { createSchemaDescriber } from './describe-schemas.ts';
import { describeWebhooks, webhookTag } from './describe-webhooks.ts';
import type { OpenApiDocument, OpenApiOperation } from './open-api-document.ts';

/** Whose API it is: each audience has a document of its own. */
export type Audience = 'shop' | 'operators';

export interface DescribedApi {
  readonly audience: Audience;
  readonly texts: FailureTexts;
  /** Language of the failure texts. */
  readonly locale: Locale;
  /** General documentation for clients, as Markdown. */
  readonly introduction: string;
}

/** Increased by changes that affect existing clients. */
const version = '1.0.0';

const titles: Readonly<Record<Audience, string>> = {
  shop: 'Meisterhand API',
  operators: 'Meisterhand API of the back office',
};

/** Generates the OpenAPI 3.1 document of an API from the endpoint definitions. */
export function describeApi({ audience, texts, locale, introduction }: DescribedApi): OpenApiDocument {
  const isShop = audience === 'shop';
  const areas = isShop ? documentation : operatorDocumentation;
  const operations = areas.flatMap((area) => area.operations);
  const schemas = createSchemaDescriber([
    [failure, 'output'],
    ...operations.flatMap(({ endpoint }) => [
      [endpoint.params, 'input'] as const,
      [endpoint.query, 'input'] as const,
      ...(isJson(endpoint) ? [[endpoint.body, 'input'] as const] : []),
      ...(isFile(endpoint) ? [] : [[endpoint.response, 'output'] as const]),
    ]),
    ...(isShop ? Object.values(webhookBodies) : []).map((body) => [body, 'output'] as const),
  ]);
  return {
    openapi: '3.1.1',
    info: {
      title: titles[audience],
      version,
      description: `${introduction}\n${listFailures(texts, locale)}`,
    },
    servers: [{ url: '/api', description: 'This shop' }],
    tags: [
      ...areas.map(({ title, description }) => ({ name: title, description })),
      ...(isShop ? [webhookTag] : []),
    ],
    paths: describePaths(areas, { schemas, texts, locale }),
    webhooks: isShop ? describeWebhooks(schemas) : {},
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
      securitySchemes: isShop ? shopSecurity : operatorSecurity,
    },
  };
}

type SecuritySchemes = OpenApiDocument['components']['securitySchemes'];

const shopSecurity: SecuritySchemes = {
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
};

const operatorSecurity: SecuritySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'operator_session',
    description: 'The session of an operator, from `POST /operator/session`.',
  },
};

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

function describePaths(areas: readonly DocumentedArea[], parts: OperationParts): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const { title, operations } of areas) {
    for (const operation of operations) {
      for (const address of [operation.endpoint, ...operation.endpoint.aliases]) {
        const endpoint = { ...operation.endpoint, name: address.name, path: address.path };
        const path = pathOf(endpoint);
        paths[path] ??= {};
        paths[path][endpoint.method.toLowerCase()] = describeOperation(
          { ...operation, endpoint },
          title,
          parts,
        );
      }
    }
  }
  return paths;
}

/** Converts `/users/:id` to `/users/{id}`. */
function pathOf({ path }: Endpoint): string {
  return path.replace(/:([a-z_]+)/g, '{$1}');
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
