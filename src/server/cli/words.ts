import { z } from 'zod';
import { cents, formatPrice } from '#core/rules/money.ts';
import { isCalendarDay } from '#core/rules/validity.ts';

// How commands read what operators type, and how they write what they read.

const largestAmount = 100_000_00;

/** `12`, `12.5` or `12,50`: euros as people write them, as cents. */
export const euros = z
  .string()
  .regex(/^\d{1,6}(?:[.,]\d{1,2})?$/, 'write euros like 12.50')
  .transform((text) => cents(Math.round(Number(text.replace(',', '.')) * 100)))
  .refine((amount) => amount > 0 && amount <= largestAmount, 'write an amount from 0.01 to 100000');

/** A whole number between two bounds. */
export function count(least: number, most: number) {
  const cure = `write a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,10}$/, cure)
    .transform(Number)
    .refine((number) => number >= least && number <= most, cure);
}

/** A day of the shop's calendar. */
export const day = z.string().refine(isCalendarDay, 'write a day like 2026-12-24');

/** A code as people type it. */
export const typedCode = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9-]{3,40}$/, 'write 3 to 40 letters, digits or hyphens'));

/** The code of an order; its own letters are for the database to know. */
export const orderCode = z.string().transform((text) => text.trim().toUpperCase());

export function money(amount: number): string {
  return formatPrice(cents(amount), 'en');
}

export function moment(time: Date | null): string {
  return time?.toISOString() ?? 'never';
}
