import { contract } from '#api/contract.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { accountData, accounts, sessions } from './accounts.ts';
import { addresses } from './addresses.ts';
import { carts } from './carts.ts';
import { catalogue } from './catalogue.ts';
import { codes } from './codes.ts';
import { contents } from './contents.ts';
import { learning } from './learning.ts';
import { marketing } from './marketing.ts';
import type { Area, OperationText } from './operation-text.ts';
import { orders } from './orders.ts';
import { payments, rights } from './payments.ts';
import { subscriptions } from './subscriptions.ts';

/** A call with what the documentation says of it. */
export interface Operation {
  readonly endpoint: Endpoint;
  readonly text: OperationText;
}

export interface DocumentedArea extends Omit<Area, 'operations'> {
  readonly operations: readonly Operation[];
}

const areas = [
  catalogue,
  contents,
  carts,
  codes,
  orders,
  sessions,
  accounts,
  accountData,
  addresses,
  learning,
  subscriptions,
  payments,
  rights,
  marketing,
] as const;

/** By call. A call of the contract that no area documents is missing here, and this does not compile. */
const texts: Readonly<Record<keyof typeof contract, OperationText>> = {
  ...catalogue.operations,
  ...contents.operations,
  ...carts.operations,
  ...codes.operations,
  ...orders.operations,
  ...sessions.operations,
  ...accounts.operations,
  ...accountData.operations,
  ...addresses.operations,
  ...learning.operations,
  ...subscriptions.operations,
  ...payments.operations,
  ...rights.operations,
  ...marketing.operations,
};

/** The API's documentation: every call of the contract, by area. */
export const documentation: readonly DocumentedArea[] = areas.map(({ title, description, operations }) => ({
  title,
  description,
  operations: (Object.keys(operations) as (keyof typeof contract)[]).map((key) => ({
    endpoint: contract[key],
    text: texts[key],
  })),
}));
