import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { Measure } from '#core/model/figures.ts';
import { regions } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';

type Unit = Measure['unit'];

/** Returns a formatter for values of figures; `–` for null. */
export function useMeasureFormat(): (unit: Unit, value: number | null) => string {
  const { locale, money } = useFormats();
  const region = regions[locale];
  const write = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(region, options).format(value);
  return (unit, value) => {
    if (value === null) return '–';
    switch (unit) {
      case 'money':
        return money(cents(value));
      case 'count':
        return write(value, {});
      case 'share':
        return write(value, { style: 'percent', maximumFractionDigits: 1 });
      case 'time':
        return write(value / 3600, { style: 'unit', unit: 'hour', maximumFractionDigits: 1 });
    }
  };
}

/** Returns a value for a spreadsheet: euros, counts, shares and hours as numbers. */
export function plainValue(unit: Unit, value: number | null): number | null {
  if (value === null) return null;
  if (unit === 'money') return value / 100;
  return unit === 'time' ? Math.round(value / 36) / 100 : value;
}
