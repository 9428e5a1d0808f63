import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Parcel } from '#core/model/parcel.ts';
import { carrierName } from '#core/rules/orders/parcel-tracking.ts';

/**
 * Carrier and number of a shipped parcel, linked to the carrier's tracking page if known. Renders nothing before
 * shipment.
 */
export function TrackingLink({ parcel }: { readonly parcel: Parcel }) {
  const { t } = useTranslation('checkout');
  const { carrier, tracking_code, tracking_url } = parcel;
  if (tracking_code === null) return null;
  if (carrier === null || tracking_url === null) return tracking_code;
  return (
    <a href={tracking_url} target="_blank" rel="noopener noreferrer">
      {t('complete.tracking_at', { carrier: carrierName(carrier), code: tracking_code })}
    </a>
  );
}

/** Tracking links of all parcels of an order. */
export function TrackingLinks({ parcels }: { readonly parcels: readonly Parcel[] }) {
  return parcels.map((parcel, index) => (
    <Fragment key={parcel.id}>
      {index > 0 && ' · '}
      <TrackingLink parcel={parcel} />
    </Fragment>
  ));
}
