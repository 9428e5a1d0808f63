import type { Carrier } from '#core/model/parcel.ts';
import type { CalendarDay, Locale } from '#core/model/values.ts';
import { workingDaysLater } from '#core/rules/basics/working-days.ts';

interface CarrierFacts {
  readonly name: string;
  /** URL of the carrier's tracking page, up to the tracking number. */
  readonly page: Readonly<Record<Locale, string>>;
}

const carrierFacts: Readonly<Record<Carrier, CarrierFacts>> = {
  dhl: {
    name: 'DHL',
    page: {
      de: 'https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=',
      en: 'https://www.dhl.de/en/privatkunden/pakete-empfangen/verfolgen.html?piececode=',
    },
  },
  dpd: {
    name: 'DPD',
    page: {
      de: 'https://tracking.dpd.de/status/de_DE/parcel/',
      en: 'https://tracking.dpd.de/status/en_DE/parcel/',
    },
  },
  gls: {
    name: 'GLS',
    page: {
      de: 'https://gls-group.com/DE/de/paketverfolgung/?match=',
      en: 'https://gls-group.com/DE/en/parcel-tracking/?match=',
    },
  },
  hermes: {
    name: 'Hermes',
    page: {
      de: 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#',
      en: 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#',
    },
  },
  ups: {
    name: 'UPS',
    page: {
      de: 'https://www.ups.com/track?loc=de_DE&tracknum=',
      en: 'https://www.ups.com/track?loc=en_DE&tracknum=',
    },
  },
  post_at: {
    name: 'Österreichische Post',
    page: {
      de: 'https://www.post.at/s/sendungsdetails?snr=',
      en: 'https://www.post.at/en/s/item-details?snr=',
    },
  },
  post_ch: {
    name: 'Schweizerische Post',
    page: {
      de: 'https://service.post.ch/ekp-web/ui/entry/search/',
      en: 'https://service.post.ch/ekp-web/ui/entry/search/',
    },
  },
};

/** Returns the carrier's name, which is the same in every language. */
export function carrierName(carrier: Carrier): string {
  return carrierFacts[carrier].name;
}

/** Returns the URL of the carrier's tracking page for a parcel (docs/behaviour/orders.md#parcels). */
export function trackingUrl(carrier: Carrier, trackingCode: string, locale: Locale): string {
  return carrierFacts[carrier].page[locale] + encodeURIComponent(trackingCode);
}

/** Working days from the day of the payment until a parcel arrives: minimum and maximum. */
export interface DeliveryDays {
  readonly first: number;
  readonly last: number;
}

/** The days between which a parcel is expected, both included. */
export interface ExpectedDelivery {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

/**
 * Returns when a parcel is expected if paid on a day; null while the country (ISO 3166-1 alpha-2) is not known and for
 * a country without delivery days (docs/behaviour/consumer-rights.md#expected-delivery).
 */
export function expectedDelivery(
  days: Readonly<Record<string, DeliveryDays>>,
  country: string | null,
  paidOn: CalendarDay,
): ExpectedDelivery | null {
  const own = country !== null && Object.hasOwn(days, country) ? days[country] : undefined;
  if (own === undefined) return null;
  return { from: workingDaysLater(paidOn, own.first), to: workingDaysLater(paidOn, own.last) };
}
