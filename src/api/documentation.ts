import type * as z from 'zod/mini';
import type { FailureCode } from '#core/model/failure.ts';
import { accountDataDocs } from './account-data.ts';
import { accountDocs } from './accounts.ts';
import { addressDocs } from './addresses.ts';
import { cartDocs } from './carts.ts';
import { catalogueDocs } from './catalogue.ts';
import { codeDocs } from './codes.ts';
import { consumerRightsDocs } from './consumer-rights.ts';
import { contentDocs } from './content.ts';
import type { AreaDocs, Endpoint, OperationDocs } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { learningDocs } from './learning.ts';
import { marketingDocs } from './marketing.ts';
import { orderDocs } from './orders.ts';
import { paymentDocs } from './payments.ts';
import { sessionDocs } from './sessions.ts';
import { subscriptionDocs } from './subscriptions.ts';

/** An endpoint with its documentation. */
export interface Operation {
  readonly endpoint: Endpoint;
  readonly docs: OperationDocs;
}

interface DocumentedArea extends Omit<AreaDocs, 'operations'> {
  readonly operations: readonly Operation[];
}

const areas = [
  catalogueDocs,
  contentDocs,
  cartDocs,
  codeDocs,
  orderDocs,
  sessionDocs,
  accountDocs,
  accountDataDocs,
  addressDocs,
  learningDocs,
  subscriptionDocs,
  paymentDocs,
  consumerRightsDocs,
  marketingDocs,
];

type KeysOf<T> = T extends unknown ? keyof T : never;

/**
 * The documentation by endpoint key. The lookups below make it a type error when an endpoint has no
 * documentation.
 */
const docsOf: Readonly<Record<KeysOf<(typeof areas)[number]['operations']>, OperationDocs>> = Object.assign(
  {},
  ...areas.map(({ operations }) => operations),
);

/** The documentation of the API: every endpoint, grouped by area. */
export const documentation: readonly DocumentedArea[] = areas.map(({ title, description, operations }) => ({
  title,
  description,
  operations: (Object.keys(operations) as (keyof typeof endpoints)[]).map((key) => ({
    endpoint: endpoints[key],
    docs: docsOf[key],
  })),
}));

/**
 * Returns all failure codes of an endpoint: those that its properties imply, in the order of the
 * checks, then its own, then those that every endpoint has.
 */
export function failuresOf(endpoint: Endpoint, { failures = [] }: OperationDocs): readonly FailureCode[] {
  const hasBody = endpoint.readsBody;
  const hasInput = hasBody || hasFields(endpoint.query);
  return [
    ...new Set<FailureCode>([
      ...when(endpoint.access !== 'anyone', 'UNAUTHENTICATED'),
      ...when(hasFields(endpoint.params), 'NOT_FOUND'),
      ...when(hasBody, 'UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE', 'MALFORMED_BODY'),
      ...when(hasInput, 'INVALID_INPUT'),
      ...failures,
      'UNAVAILABLE',
      'INTERNAL',
    ]),
  ];
}

function when(isSo: boolean, ...codes: readonly FailureCode[]): readonly FailureCode[] {
  return isSo ? codes : [];
}

function hasFields(schema: z.ZodMiniType): boolean {
  const { def } = schema._zod;
  return !('shape' in def) || Object.keys(def.shape as object).length > 0;
}
