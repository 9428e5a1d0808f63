import { calendarDay } from '#core/rules/validity.ts';
import { useDateText } from '#ui/hooks/use-date-text.ts';

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Europe/Berlin',
});

/** Day and time of a moment (ISO 8601) by the shop's clock, the same on server and browser. */
export function useMinuteText(): (moment: string) => { readonly day: string; readonly time: string } {
  const dateText = useDateText();
  return (moment) => {
    const at = Date.parse(moment);
    return { day: dateText(calendarDay(at)), time: clock.format(new Date(at)) };
  };
}
