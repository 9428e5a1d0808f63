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

/** What orders are found by. */
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
  description: 'What the back office shows and does with orders. Amounts in cents, times in UTC.',
  operations: {
    listOperatorOrders: {
      summary: 'Find orders',
      description:
        'Newest first. `filter[q]` is an amount (`49,90`, `49 €`), the total or what a voucher or credit left to pay, or a ' +
        'part of code, e-mail address or name, or the whole number of a transaction; fewer than three characters find ' +
        'nothing; where no order has a whole address, those with the most similar ones are found. `filter[shipment]` `open` ' +
        'has no orders of which a withdrawal takes all that is left to send. `page[after]` is `meta.next` of the page before.',
    },
    getOperatorOrder: {
      summary: 'Show an order',
      description:
        'With everything that came of it. Without `codes.change` a code is its last four characters.',
    },
  },
};
