import { useTranslation } from 'react-i18next';
import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { RecordedChange } from '#core/model/operator.ts';
import { cents } from '#core/rules/basics/money.ts';

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const calendarDay = /^\d{4}-\d{2}-\d{2}$/;
const wholeNumber = /^\d+$/;
const listOfTexts = /^\["[^"\\]*"(,"[^"\\]*")*\]$/;

/** Fields of cents whose names do not end in `_cents`. */
const amounts = ['amount', 'balance', 'credit', 'minimum_subtotal', 'refund'];

/** Fields whose values have names, with the texts that hold them: the first that has one. */
const namedValues: Readonly<Record<string, readonly string[]>> = {
  address: ['names.field'],
  answer: ['names.answer'],
  awaits: ['names.awaits'],
  cause: ['names.cause', 'names.change'],
  fulfilment: ['names.shipment'],
  kind: ['names.coupon', 'provisions.kinds'],
  kinds: ['names.recordType'],
  payment: ['names.payment'],
  permissions: ['permissions'],
  place: ['places'],
  role: ['roles'],
  shipment: ['names.shipment'],
  state: ['names.order', 'names.declarationState'],
  status: ['names.subscription'],
};

/** What says only to the server which press of a button a change was. */
const notShown = ['press'];

/** A value of a field as people read it: by its name, as money, as yes or no, and times by the shop's clock. */
function useShownValue(): (field: string, value: string) => string {
  const { t, i18n } = useTranslation('backOffice');
  const { money, day, moment } = useFormats();
  const nameOf = (field: string, value: string) => {
    const keys = (namedValues[field] ?? []).map((group) => `${group}.${value}`);
    const known = keys.find((key) => i18n.exists(`backOffice:${key}`));
    return known === undefined ? value : (t as (key: string) => string)(known);
  };
  return (field, value) => {
    if (instant.test(value)) return moment(value);
    if (calendarDay.test(value)) return day(`${value}T12:00:00Z`);
    if (value === 'true' || value === 'false') return t(value === 'true' ? 'catalogue.yes' : 'catalogue.no');
    if (wholeNumber.test(value) && (field.endsWith('_cents') || amounts.includes(field)))
      return money(cents(Number(value)));
    // Hundredths of a percent.
    if (field === 'rate' && wholeNumber.test(value))
      return (Number(value) / 10_000).toLocaleString(i18n.language, {
        style: 'percent',
        maximumFractionDigits: 2,
      });
    if (listOfTexts.test(value)) {
      const list = JSON.parse(value) as readonly string[];
      return list.map((one) => nameOf(field, one)).join(', ');
    }
    return nameOf(field, value);
  };
}

/**
 * Each field that has changed with its name, and its values as `before → after`. `of`: what was changed, where its
 * fields have names of their own.
 */
export function useShownChanges(of?: 'coupon') {
  const name = useNames();
  const shownValue = useShownValue();
  const fieldName = (field: string) => {
    const own = of === undefined ? field : name(`${of}Field`, field);
    return own === field ? name('field', field) : own;
  };
  return (values: RecordedChange['values']) => {
    // The value of a coupon is cents or percent, by its kind.
    const isFixed = values.some(({ name: field, after }) => field === 'kind' && after === 'fixed');
    return values
      .filter(({ name: field, before, after }) => !notShown.includes(field) && before !== after)
      .map(({ name: field, before, after }) => {
        const kind = isFixed && field === 'value' ? 'value_cents' : field;
        const shown = [before, after].flatMap((value) => (value === null ? [] : shownValue(kind, value)));
        return { field, text: `${fieldName(field)}: ${shown.join(' → ')}` };
      });
  };
}
