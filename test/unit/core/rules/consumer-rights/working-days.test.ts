import { describe, test as example, expect } from 'vitest';
import { addDays } from '#core/rules/basics/calendar.ts';
import { isWorkingDay } from '#core/rules/basics/working-days.ts';
import { withdrawalEnd } from '#core/rules/consumer-rights/consumer-rights.ts';
import { book, course } from './withdrawal-facts.ts';

describe('working days', () => {
  example.each([
    ['2026-04-03', false],
    ['2026-04-06', false],
    ['2026-05-14', false],
    ['2026-05-25', false],
    ['2027-03-26', false],
    ['2027-03-29', false],
    ['2026-10-03', false],
    ['2026-12-25', false],
    ['2026-12-05', false],
    ['2026-12-06', false],
    ['2026-12-07', true],
    ['2026-11-18', true],
    ['2027-01-01', false],
  ])('include %s: %s', (date, isOne) => {
    expect(isWorkingDay(date)).toBe(isOne);
  });

  example.each([
    ['Epiphany', '2026-01-06', '2026-01-07'],
    ['Women’s Day', '2027-03-08', '2027-03-09'],
    ['Corpus Christi', '2026-06-04', '2026-06-05'],
    ['the national day of Switzerland', '2028-08-01', '2028-08-02'],
    ['Assumption, on a Friday', '2025-08-15', '2025-08-18'],
    ['the national day of Austria', '2026-10-26', '2026-10-27'],
    ['Reformation and All Saints, from a Friday', '2025-10-31', '2025-11-03'],
    ['the day of Repentance in Saxony', '2026-11-18', '2026-11-19'],
    ['the Wednesday before the earliest one', '2026-11-11', '2026-11-11'],
    ['the latest day of Repentance', '2028-11-22', '2028-11-23'],
    ['the Wednesday behind the latest one', '2023-11-29', '2023-11-29'],
    ['Immaculate Conception', '2026-12-08', '2026-12-09'],
    ['the day of Neuchâtel’s republic', '2027-03-01', '2027-03-02'],
    ['the day of Jura’s independence', '2026-06-23', '2026-06-24'],
    ['Peter and Paul in Ticino', '2026-06-29', '2026-06-30'],
    ['Saint Maurice in Appenzell', '2026-09-22', '2026-09-23'],
    ['Nicholas of Flüe in Obwalden, on a Friday', '2026-09-25', '2026-09-28'],
    ['the last day of a year, in Geneva, and what is behind it', '2026-12-31', '2027-01-04'],
    ['Maundy Thursday, the first Thursday of April', '2026-04-02', '2026-04-02'],
    ['Näfels in Glarus, a week after Maundy Thursday', '2026-04-09', '2026-04-10'],
    ['Näfels on the first of April', '2027-04-01', '2027-04-02'],
    ['the second Thursday of April behind it', '2027-04-08', '2027-04-08'],
    ['the Thursday before the earliest fast of Geneva', '2024-08-29', '2024-08-29'],
    ['the earliest fast of Geneva', '2024-09-05', '2024-09-06'],
    ['the latest fast of Geneva', '2025-09-11', '2025-09-12'],
    ['the Thursday behind the latest one', '2025-09-18', '2025-09-18'],
    ['the Monday before the earliest federal fast', '2024-09-09', '2024-09-09'],
    ['the Monday of the earliest federal fast, in Vaud', '2024-09-16', '2024-09-17'],
    ['the Monday of a later one', '2026-09-21', '2026-09-23'],
    ['the Monday behind the latest one', '2026-09-28', '2026-09-28'],
  ])('a period with its last day on %s ends on the next day that is one everywhere', (_, last, ends) => {
    expect(withdrawalEnd({ ...course, contract_on: addDays(last, -14) })).toBe(ends);
    expect(withdrawalEnd({ ...book, delivered_on: addDays(last, -14) })).toBe(ends);
  });
});
