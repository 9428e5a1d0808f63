import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { listOf, listQuery } from '#api/record-list.ts';
import { orderStates } from '#core/model/order.ts';
import { fulfilmentStates } from '#core/model/parcel.ts';
import { paymentMethod } from '#core/model/payment.ts';
import { calendarDay } from '#core/model/primitives.ts';
import { operatorOrder, operatorOrderRow } from './operator-order-models.ts';

/** Filters of the order list. */
export const orderFilters = {
  'filter[q]': listQuery['filter[q]'],
  'filter[state]': z.optional(z.enum(orderStates)),
  'filter[shipment]': z.optional(z.enum(fulfilmentStates)),
  'filter[payment]': z.optional(paymentMethod.shape.kind),
  /** Days in the shop's time zone, both included. */
  'filter[from]': z.optional(calendarDay),
  'filter[to]': z.optional(calendarDay),
};

const listOperatorOrders = defineOperatorEndpoint({
  name: 'listOperatorOrders',
  method: 'GET',
  path: '/operator/orders',
  permission: 'orders.read',
  query: z.object({ ...listQuery, ...orderFilters }),
  response: listOf(resource('operator_orders', operatorOrderRow)),
});

const getOperatorOrder = defineOperatorEndpoint({
  name: 'getOperatorOrder',
  method: 'GET',
  path: '/operator/orders/:id',
  permission: 'orders.read',
  params: byId,
  response: z.object({ data: resource('operator_orders', operatorOrder) }),
});

export const operatorOrderEndpoints = { listOperatorOrders, getOperatorOrder };

export const operatorOrderDocs: AreaDocs<keyof typeof operatorOrderEndpoints> = {
  title: 'Orders, for operators',
  description: 'Orders in the back office. Amounts in cents, times in UTC.',
  operations: {
    listOperatorOrders: {
      summary: 'Find orders',
      description:
        'Newest first. `filter[q]` matches an amount (`49,90`, `49 €`), either the total or what remained ' +
        'to pay after voucher or credit; part of a code, e-mail address or name; or a whole transaction ' +
        'number. Fewer than three characters find nothing; if no order has a given complete address, those ' +
        'with the most similar ones are returned. `filter[shipment]` `open` excludes orders whose unsent ' +
        'pieces are all withdrawn. `page[after]` is `meta.next` of the previous page.',
    },
    getOperatorOrder: {
      summary: 'Show an order',
      description:
        'Includes payments, parcels, refunds, mails and changes. Without `codes.change`, only the last ' +
        'four characters of codes are shown.',
    },
  },
};
