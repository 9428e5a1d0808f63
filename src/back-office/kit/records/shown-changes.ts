import { useTranslation } from 'react-i18next';
import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { RecordedChange } from '#core/model/operator.ts';
import { cents } from '#core/rules/basics/money.ts';

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const calendarDay = /^\d{4}-\d{2}-\d{2}$/;
const wholeNumber = /^\d+$/;
const listOfTexts = /^\["[^"\\]*"(,"[^"\\]*")*\]$/;

/** Names of fields in cents that do not end in `_cents`. */
const amounts = ['amount', 'balance', 'credit', 'minimum_subtotal', 'refund'];

/** Text groups with labels for the values of a field, in order of preference. */
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

/** Hidden fields: `press` is only the idempotency key of a request. */
const notShown = ['press'];

/** Returns a formatter for field values: labels, money, yes or no, and times in the shop's time zone. */
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
    // Rates are stored in hundredths of a percent.
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
 * Returns a formatter for changed fields: label and `before → after`. `of` is the record type, if its fields have their
 * own labels.
 */
export function useShownChanges(of?: 'coupon') {
  const name = useNames();
  const shownValue = useShownValue();
  const fieldName = (field: string) => {
    const own = of === undefined ? field : name(`${of}Field`, field);
    return own === field ? name('field', field) : own;
  };
  return (values: RecordedChange['values']) => {
    // The value of a coupon is in cents or percent, depending on its kind.
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
