import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { documentation, failuresOf, operatorDocumentation } from '#api/documentation.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import { webhookBodies, webhookEventNames } from '#api/webhook-events.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { failureCodes } from '#core/model/failure.ts';
import { locales } from '#core/model/values.ts';
import { describeApi } from '#server/platform/api-documentation/describe-api.ts';
import type { OpenApiField, OpenApiOperation } from '#server/platform/api-documentation/open-api-document.ts';
import { failureStatuses } from '#server/platform/http/failures.ts';

const document = describeApi({
  audience: 'shop',
  texts: apiTexts.failures,
  locale: 'en',
  introduction: 'Introduction.',
});

interface Listed {
  readonly at: string;
  readonly operation: OpenApiOperation;
}

const listed: readonly Listed[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    at: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

const calls = Object.entries<Endpoint>(endpoints).flatMap(([key, endpoint]) =>
  [endpoint, ...endpoint.aliases].map(({ name, path }) => ({
    key,
    endpoint: { ...endpoint, name, path },
    at: `${endpoint.method} ${path.replace(/:([a-z_]+)/g, '{$1}')}`,
  })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (instance: Ajv2020) => void)(ajv);
ajv.addSchema(JSON.parse(JSON.stringify(document)), 'api');

/** Validates a value with the schema at a place of the OpenAPI document; returns the errors, or null. */
function faultsAt(pointer: string, value: unknown): unknown {
  const validate = ajv.getSchema(`api${pointer}`) ?? ajv.compile({ $ref: `api${pointer}` });
  return validate(JSON.parse(JSON.stringify(value))) ? null : validate.errors;
}

const segment = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

// One for all documents, because it compiles the schema of OpenAPI.
const validator = new Validator();

describe('the OpenAPI document', () => {
  test.each(
    locales.flatMap((locale) =>
      (['shop', 'operators'] as const).map((audience) => [audience, locale] as const),
    ),
  )('of %s is valid OpenAPI 3.1, also with %s sentences', async (audience, locale) => {
    const made = describeApi({ audience, texts: apiTexts.failures, locale, introduction: 'Introduction.' });
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(made)));
    expect(errors ?? []).toEqual([]);
    expect([valid, validator.version]).toEqual([true, '3.1']);
    const isOfOperators = (path: string) => path.startsWith('/operator/');
    expect(
      Object.keys(made.paths).filter((path) => isOfOperators(path) !== (audience === 'operators')),
    ).toEqual([]);
  });

  test('lists exactly the calls of the API, each with its name, status and media type', () => {
    expect(listed.map(({ at }) => at).toSorted()).toEqual(calls.map(({ at }) => at).toSorted());
    for (const { endpoint, at } of calls) {
      const operation = listed.find((one) => one.at === at)?.operation;
      expect(operation?.operationId, at).toBe(endpoint.name);
      expect(Object.keys(operation?.responses ?? {}), at).toContain(String(endpoint.status));
      expect(Object.keys(operation?.requestBody?.content ?? {}), at).toEqual(
        endpoint.readsBody ? [endpoint.mediaType] : [],
      );
    }
  });

  test('documents every call once, in one area, under a name of its own', () => {
    const documented = documentation.flatMap(({ operations }) =>
      operations.flatMap(({ endpoint }) => [endpoint, ...endpoint.aliases].map(({ name }) => name)),
    );
    expect(documented.toSorted()).toEqual(calls.map(({ endpoint }) => endpoint.name).toSorted());
    expect(new Set(documented).size).toBe(documented.length);
  });

  test('names every code with its status, and none that is not declared', () => {
    for (const { operations } of documentation) {
      for (const { endpoint, docs } of operations) {
        const operation = listed.find((one) => one.operation.operationId === endpoint.name)?.operation;
        const inDocument = Object.entries(operation?.responses ?? {}).flatMap(([status, { content }]) =>
          Object.keys(content['application/json']?.examples ?? {}).map((code) => `${status} ${code}`),
        );
        const declared = failuresOf(endpoint, docs).map((code) => `${failureStatuses[code]} ${code}`);
        expect(inDocument.toSorted(), endpoint.name).toEqual(declared.toSorted());
      }
    }
  });

  test('declares every code of the shop somewhere', () => {
    const declared = new Set(
      [...documentation, ...operatorDocumentation].flatMap(({ operations }) =>
        operations.flatMap(({ endpoint, docs }) => failuresOf(endpoint, docs)),
      ),
    );
    // METHOD_NOT_ALLOWED is the response to methods that no endpoint has, so no endpoint documents it.
    expect(failureCodes.filter((code) => !declared.has(code))).toEqual(['METHOD_NOT_ALLOWED']);
  });

  test('has every component that it refers to', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    expect(refs.length).toBeGreaterThan(100);
    for (const [, kind = '', name = ''] of refs) {
      const components: Readonly<Record<string, object>> = document.components;
      expect(Object.keys(components[kind] ?? {}), kind).toContain(name);
    }
  });

  test.each(listed.map(({ at, operation }) => [at, operation] as const))(
    '%s has examples that fit their schemas',
    (at, operation) => {
      const [method = '', path = ''] = at.split(' ');
      const pointer = `#/paths/${segment(path)}/${method.toLowerCase()}`;
      for (const [index, parameter] of operation.parameters.entries()) {
        if ('$ref' in parameter) continue;
        const { example, in: place, name } = parameter as OpenApiField;
        if (place === 'path') expect(example, `${name} has no example`).toBeDefined();
        if (example === undefined) continue;
        expect(faultsAt(`${pointer}/parameters/${index}/schema`, example), name).toBeNull();
      }
      for (const [type, { example }] of Object.entries(operation.requestBody?.content ?? {})) {
        expect(faultsAt(`${pointer}/requestBody/content/${segment(type)}/schema`, example)).toBeNull();
      }
      for (const [status, { content }] of Object.entries(operation.responses)) {
        for (const [type, { example }] of Object.entries(content)) {
          if (example === undefined) continue;
          const place = `${pointer}/responses/${status}/content/${segment(type)}/schema`;
          expect(faultsAt(place, example), status).toBeNull();
        }
      }
    },
  );

  test.each(webhookEventNames)('the webhook %s has an example that fits its schema', (name) => {
    const content = document.webhooks[name]?.post.requestBody.content['application/json'];
    const pointer = `#/webhooks/${segment(name)}/post/requestBody/content/${segment('application/json')}/schema`;
    expect(content?.example).toMatchObject({ type: name });
    expect(faultsAt(pointer, content?.example)).toBeNull();
    expect(webhookBodies[name].safeParse(content?.example).error).toBeUndefined();
  });

  test('has an example of every failure that fits its schema', () => {
    for (const [code, { value }] of Object.entries(document.components.examples)) {
      expect(faultsAt('#/components/schemas/Failure', value), code).toBeNull();
    }
  });
});
