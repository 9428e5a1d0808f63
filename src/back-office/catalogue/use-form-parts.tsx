import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { useUnsavedInput } from '#back-office/kit/records/use-unsaved-input.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import {
  type CatalogueRecord,
  type RecordFault,
  type RecordType,
  searchedFields,
} from '#core/model/catalogue-record.ts';
import { locales } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import { pictureShapeOf } from '#core/rules/catalogue/picture-cut.ts';
import type { FormParts } from './field-props.ts';
import { PictureField } from './picture-field.tsx';
import { asFields } from './record-schema.ts';

interface Editing {
  readonly record: CatalogueRecord;
  readonly written: ReturnType<typeof useUnsavedInput>;
  readonly faults: readonly RecordFault[];
  readonly options: FormParts['options'];
  readonly isGerman: boolean;
  readonly canChange: boolean;
}

/** Returns what the fields of a record share (faults, hints, its picture) and a formatter for faults. */
export function useFormParts({ record, written, faults, options, isGerman, canChange }: Editing) {
  const { t } = useTranslation('backOffice');
  const { type } = record;
  const priceNote = usePriceNote(record);
  const { money } = useFormats();
  const faultText = ({ path, code, limit, words = '' }: RecordFault) => {
    const isMoney = path.endsWith('_cents');
    return t(`catalogue.faults.${code}`, { limit: isMoney ? money(cents(limit ?? 0)) : (limit ?? 0), words });
  };
  const byPath = useMemo(() => new Map(faults.map((fault) => [fault.path, fault])), [faults]);
  const parts: FormParts = {
    canChange,
    options,
    searchedFieldOf: (name) => searchedFields.find((field) => field === `${type}.${name}`) ?? null,
    faultAt: (path) => {
      const fault = byPath.get(path);
      return fault === undefined ? undefined : faultText(fault);
    },
    // The pictures of the shop's data have no text alternatives and other shapes: they are only chosen.
    own:
      type === 'shop'
        ? {}
        : {
            picture: (props) => (
              <PictureField
                {...props}
                shape={pictureShapeOf(type)}
                languages={isGerman ? ['de'] : locales}
                alt={isGerman ? { de: written.value.picture_alt, en: '' } : written.value.picture_alt}
                onAlt={(alt) => written.change('picture_alt', isGerman ? asFields(alt).de : alt)}
              />
            ),
          },
    notes: notesOf(type, t, priceNote),
  };
  return { parts, faultText };
}

/** Returns the hints below fields, by field name. */
function notesOf(
  type: RecordType,
  t: ReturnType<typeof useTranslation<'backOffice'>>['t'],
  price: string | undefined,
): FormParts['notes'] {
  switch (type) {
    case 'announcement':
      return { text: t('catalogue.html'), from: t('catalogue.noLimit'), until: t('catalogue.noLimit') };
    case 'newsletter_widget':
      return { text: t('catalogue.html'), consent: t('catalogue.consentNote') };
    case 'shop':
      return { delivery_countries: t('catalogue.countriesNote'), oss_from: t('catalogue.ossNote') };
    case 'conversations':
    case 'advantages':
      return { key: t('catalogue.keyNote') };
    case 'popup':
      return { text: t('catalogue.html'), paths: t('catalogue.paths') };
    case 'campaign':
      return {
        place: t('catalogue.placeNote'),
        promises: t('catalogue.promises'),
        coupon: t('catalogue.coupon'),
      };
    case 'bundle':
      return { price_cents: t('catalogue.bundlePrice') };
    case 'legal':
      return { version: t('catalogue.firstDay') };
    default:
      return { price_cents: price, monthly_price_cents: price, id: t('catalogue.lessonId') };
  }
}

/** Returns the hint about the lowest price of the last 30 days, which the law requires beside a reduced price. */
function usePriceNote({ prices }: CatalogueRecord): string | undefined {
  const { t } = useTranslation('backOffice');
  const { money } = useFormats();
  const asked = prices.flatMap(({ price_cents }) => (price_cents === null ? [] : [price_cents]));
  const [now] = asked;
  if (now === undefined) return undefined;
  return t('catalogue.priceNote', { now: money(cents(now)), lowest: money(cents(Math.min(...asked))) });
}
