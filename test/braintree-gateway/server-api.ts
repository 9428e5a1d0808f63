import { randomBytes } from 'node:crypto';
import { issueClientToken } from './client-configuration.ts';
import { type Fault, type GatewayState, storeMethod, type Transaction } from './gateway-state.ts';
import {
  type Fields,
  findCall,
  type GatewayAnswer,
  type GatewayPart,
  type GatewayRequest,
  inner,
  listOf,
  parseFields,
  text,
  toXml,
} from './protocol.ts';
import {
  describeMethod,
  describeNonce,
  describeTransaction,
  failed,
  refusal,
  refused,
  showTransaction,
  xml,
} from './server-responses.ts';
import {
  findSource,
  makeSale,
  refundTransaction,
  submitTransaction,
  voidTransaction,
  withKey,
} from './server-sales.ts';

const routes: readonly [method: string, path: RegExp, name: string][] = [
  ['POST', /^\/client_token$/, 'client_token'],
  ['POST', /^\/transactions$/, 'transactions.create'],
  ['POST', /^\/transactions\/advanced_search_ids$/, 'transactions.search_ids'],
  ['POST', /^\/transactions\/advanced_search$/, 'transactions.search'],
  ['GET', /^\/transactions\/([^/]+)$/, 'transactions.find'],
  ['PUT', /^\/transactions\/([^/]+)\/void$/, 'transactions.void'],
  ['PUT', /^\/transactions\/([^/]+)\/submit_for_settlement$/, 'transactions.submit'],
  ['POST', /^\/transactions\/([^/]+)\/refund$/, 'transactions.refund'],
  ['POST', /^\/customers$/, 'customers.create'],
  ['POST', /^\/payment_methods$/, 'payment_methods.create'],
  ['GET', /^\/payment_method_nonces\/([^/]+)$/, 'payment_method_nonces.find'],
];

/** Creates the gateway's API for merchants: requests are JSON with snake_case names, responses are typed XML. */
export function createServerApi(state: GatewayState): GatewayPart {
  const root = `/merchants/${state.merchant_id}`;
  const credentials = Buffer.from(`${state.public_key}:${state.private_key}`).toString('base64');
  const find = (request: GatewayRequest) => findCall(routes, root, request);

  return {
    nameOf(request) {
      const found = find(request);
      return found === null ? null : `server.${found.name}`;
    },
    faultOf({ body }) {
      const fields = body === '' ? {} : JSON.parse(body);
      const nonce = fields.transaction?.payment_method_nonce ?? fields.payment_method?.payment_method_nonce;
      return state.nonces.get(nonce)?.fault ?? null;
    },
    answer(request, _, fault) {
      if (request.headers.authorization !== `Basic ${credentials}`) return xml(401, '');
      const found = find(request);
      const fields = parseFields(request.body);
      for (const subject of ['transaction', 'payment_method']) {
        const device_data = text(inner(fields, subject).device_data);
        if (device_data !== null) state.device_data.push(device_data);
      }
      return answerCall(state, found?.name ?? '', found?.id ?? '', fields, fault);
    },
  };
}

function answerCall(
  state: GatewayState,
  name: string,
  id: string,
  fields: Fields,
  fault: Fault | null,
): GatewayAnswer | Promise<GatewayAnswer> {
  switch (name) {
    case 'client_token':
      return clientToken(state, inner(fields, 'client_token'));
    case 'transactions.create':
      return withKey(state, inner(fields, 'transaction'), fault, (sale) => makeSale(state, sale, fault));
    case 'transactions.search_ids':
      return xml(
        200,
        toXml('search_results', { page_size: 50, ids: listOf('item', searched(state, fields)) }),
      );
    case 'transactions.search':
      return transactionPage(state, fields);
    case 'transactions.find':
      return withTransaction(state, id, (transaction) => showTransaction(state, 200, transaction));
    case 'transactions.void':
      return withTransaction(state, id, (transaction) => voidTransaction(state, transaction));
    case 'transactions.submit':
      return withTransaction(state, id, (transaction) => submitTransaction(state, transaction));
    case 'transactions.refund':
      return withTransaction(state, id, (transaction) =>
        withKey(state, { ...inner(fields, 'transaction'), refunds: id }, fault, (refund) =>
          refundTransaction(state, transaction, refund, fault),
        ),
      );
    case 'customers.create':
      return createCustomer(state, text(inner(fields, 'customer').id));
    case 'payment_methods.create':
      return createMethod(state, inner(fields, 'payment_method'), fault);
    case 'payment_method_nonces.find': {
      const nonce = state.nonces.get(id);
      return nonce === undefined ? xml(404, '') : xml(200, describeNonce(nonce));
    }
    default:
      return xml(404, '');
  }
}

function clientToken(state: GatewayState, { customer_id }: Fields): GatewayAnswer {
  const customer = text(customer_id);
  if (customer !== null && !state.customers.has(customer)) {
    return refused('client_token', [
      refusal('92804', 'customer_id', 'Customer specified by customer_id does not exist'),
    ]);
  }
  return xml(201, toXml('client_token', { value: issueClientToken(state, customer) }));
}

function createCustomer(state: GatewayState, id: string | null): GatewayAnswer {
  const name = id ?? randomBytes(5).toString('hex');
  if (state.customers.has(name))
    return refused('customer', [refusal('91609', 'id', 'Customer ID has already been taken')]);
  state.customers.add(name);
  return xml(201, toXml('customer', { id: name, credit_cards: listOf('credit_card', []) }));
}

function createMethod(state: GatewayState, fields: Fields, fault: Fault | null): GatewayAnswer {
  const customer_id = text(fields.customer_id);
  const source = findSource(state, fields, 'payment_method');
  if ('code' in source) return refused('credit_card', [source]);
  if (customer_id === null || !state.customers.has(customer_id))
    return refused('credit_card', [refusal('91705', 'customer_id', 'Customer ID is invalid')]);
  if (source.nonce !== null) source.nonce.is_consumed = true;
  if (fault?.kind === 'decline' || source.instrument.behaviour === 'declined') {
    return failed('Do Not Honor', {
      verification: { status: 'processor_declined', processor_response_code: '2000' },
    });
  }
  return xml(201, describeMethod(storeMethod(state, customer_id, source.instrument)));
}

/** Returns the ids of transactions that match `order_id`, `type` and `ids`, except those younger than `search_lag`. */
function searched(state: GatewayState, fields: Fields): string[] {
  const search = inner(fields, 'search');
  const orderId = text(inner(search, 'order_id').is);
  const ids = search.ids as readonly string[] | undefined;
  const types = search.type as readonly string[] | undefined;
  const indexed = Date.now() - state.settings.search_lag;
  return [...state.transactions.values()]
    .filter(({ created_at }) => created_at <= indexed)
    .filter(({ id, order_id, type }) => {
      const isOrder = orderId === null || order_id === orderId;
      return (
        isOrder && (ids === undefined || ids.includes(id)) && (types === undefined || types.includes(type))
      );
    })
    .map(({ id }) => id);
}

function transactionPage(state: GatewayState, fields: Fields): GatewayAnswer {
  const found = searched(state, fields).flatMap((id) => {
    const transaction = state.transactions.get(id);
    return transaction === undefined ? [] : [describeTransaction(state, transaction)];
  });
  return xml(200, toXml('credit_card_transactions', listOf('transaction', found, 'collection')));
}

function withTransaction(
  state: GatewayState,
  id: string,
  work: (transaction: Transaction) => GatewayAnswer | Promise<GatewayAnswer>,
): GatewayAnswer | Promise<GatewayAnswer> {
  const transaction = state.transactions.get(id);
  return transaction === undefined ? xml(404, '') : work(transaction);
}
