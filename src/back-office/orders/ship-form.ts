import * as z from 'zod/mini';
import { orderActionEndpoints, shipment } from '#api/operations/order-action-endpoints.ts';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { call } from '#back-office/kit/call.ts';
import type { FormDescription } from '#back-office/kit/form-dialog.tsx';
import { type Carrier, carriers } from '#core/model/parcel.ts';
import { carrierName } from '#core/rules/orders/parcel-tracking.ts';

export const carrierOptions = carriers.map((value) => ({ value, text: carrierName(value) }));

/** A typed tracking code. Empty for a parcel without one. */
export const typedTracking = z.string().check(z.trim(), z.regex(/^([A-Za-z0-9-]{4,40})?$/));

/** Quantities by line id, because somebody else may ship a line in the meantime. */
type ShipValues = { carrier: Carrier; tracking_code: string } & Record<`pieces_${string}`, string>;

/** Returns the form for a parcel: its quantities (by default everything left), carrier and tracking code. */
export function shipForm(
  order: Pick<OperatorOrder, 'id' | 'lines'>,
  parcel_id: string,
  t: (key: 'orderAction.ship.ofPieces', values: Record<string, number>) => string,
): FormDescription<ShipValues, unknown> {
  const goods = order.lines.filter(({ left_to_send }) => left_to_send > 0);
  const pieces = goods.map(({ id }) => [`pieces_${id}`, z.string()] as const);
  return {
    schema: z.object({
      ...Object.fromEntries(pieces),
      carrier: shipment.shape.carrier,
      tracking_code: typedTracking,
    }) as unknown as z.core.$ZodType<ShipValues, ShipValues>,
    fields: [
      ...goods.map(({ id, title, left_to_send: left }) => ({
        name: `pieces_${id}` as const,
        label: 'orderAction.ship.pieces' as const,
        about: { title },
        kind: 'choice' as const,
        options: Array.from({ length: left + 1 }, (_, count) => ({
          value: String(left - count),
          text: t('orderAction.ship.ofPieces', { pieces: left - count, left }),
        })),
      })),
      { name: 'carrier', label: 'order.carrier', kind: 'choice', options: carrierOptions },
      { name: 'tracking_code', label: 'order.tracking', hint: 'orderAction.ship.hint', kind: 'text' },
    ],
    submitLabel: 'orderAction.ship.submit',
    defaultValues: {
      carrier: 'dhl',
      tracking_code: '',
      ...Object.fromEntries(goods.map(({ id, left_to_send }) => [`pieces_${id}`, String(left_to_send)])),
    },
    send: ({ carrier, tracking_code, ...chosen }) =>
      call(orderActionEndpoints.shipOperatorOrder, {
        params: { id: order.id },
        body: {
          parcel_id,
          carrier,
          tracking_code: tracking_code === '' ? null : tracking_code,
          lines: goods.flatMap(({ id }) => {
            const quantity = Number(chosen[`pieces_${id}`]);
            return quantity > 0 ? [{ line_id: id, quantity }] : [];
          }),
        },
      }),
  };
}
