import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { z } from 'zod';
import { isCalendarDay } from '#core/model/calendar-day.ts';
import { cents, formatPrice } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { OrderContext } from '#server/orders/order-context.ts';

/** The output of a command and its exit code: 0 done, 1 not found or refused. */
export interface CommandResult {
  readonly exit: 0 | 1;
  /** Text including line ends; long output is streamed. */
  readonly text: Iterable<string> | AsyncIterable<string>;
}

/** A command of `npm run shop`, run with a `Context`. */
export interface Command<Context = OrderContext> {
  /** One or two words, for example `coupon create`. */
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** More lines of help about the options. */
  readonly notes: readonly string[];
  /**
   * Parses the arguments after the name. Fails with one sentence per fault, all at once, before any database access;
   * otherwise returns the command, ready to run.
   */
  read(args: readonly string[]): Result<(context: Context) => Promise<CommandResult>, readonly string[]>;
}

interface CommandDefinition<Schema extends z.ZodType, Context> {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly notes?: readonly string[];
  /** Names of the positional arguments; all are required. */
  readonly operands?: readonly string[];
  readonly options?: ParseArgsOptionsConfig;
  /** Validates operands and options together; its messages say what to write instead. */
  readonly input: Schema;
  run(context: Context, input: z.output<Schema>): Promise<CommandResult>;
}

/** Defines a command; `run` receives validated input. */
export function defineCommand<Schema extends z.ZodType, Context = OrderContext>(
  definition: CommandDefinition<Schema, Context>,
): Command<Context> {
  const { name, usage, summary, notes = [], input, run } = definition;
  return {
    name,
    usage,
    summary,
    notes,
    read(args) {
      const given = parseArguments(definition, args);
      if (!given.ok) return given;
      const parsed = input.safeParse(given.value);
      if (!parsed.success) {
        return err(parsed.error.issues.map((issue) => `${placeOf(definition, issue.path)}${issue.message}.`));
      }
      return ok((context) => run(context, parsed.data));
    },
  };
}

function parseArguments(
  { operands = [], options = {} }: Pick<CommandDefinition<z.ZodType, never>, 'operands' | 'options'>,
  args: readonly string[],
): Result<Readonly<Record<string, unknown>>, readonly string[]> {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    const missing = operands.slice(positionals.length);
    const surplus = positionals.slice(operands.length);
    const faults = [
      ...missing.map((operand) => `${operand.toUpperCase()} is missing.`),
      ...surplus.map((word) => `"${word}" is one word too many.`),
    ];
    if (faults.length > 0) return err(faults);
    return ok({
      ...values,
      ...Object.fromEntries(operands.map((name, index) => [name, positionals[index]])),
    });
  } catch (error) {
    // The error of Node names the unknown option, or the one without a value.
    return err([error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error)]);
  }
}

/** Operands are named as in the usage line, options with their dashes. */
function placeOf(
  { operands = [] }: Pick<CommandDefinition<z.ZodType, never>, 'operands'>,
  [first]: readonly PropertyKey[],
): string {
  if (first === undefined) return '';
  const name = String(first);
  return operands.includes(name) ? `${name.toUpperCase()}: ` : `--${name}: `;
}

export function done(...lines: readonly string[]): CommandResult {
  return { exit: 0, text: lines.map(asLine) };
}

export function failed(...lines: readonly string[]): CommandResult {
  return { exit: 1, text: lines.map(asLine) };
}

/** Formats text as exactly one line: line breaks in names and titles that users wrote become spaces. */
export function asLine(text: string): string {
  return `${text.replaceAll(/[ \t]*[\r\n][\s]*/g, ' ')}\n`;
}

/**
 * Makes text safe for a terminal, because users write names, messages and reviews: control characters (except tab and
 * line end) and bidirectional marks are replaced by `�`.
 */
export function printable(text: string): string {
  return text.replaceAll(/(?!\t|\r?\n)\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '\ufffd');
}

// Schemas of arguments, and formats of output.

const largestAmount = 100_000_00;

/** Euros as `12`, `12.5` or `12,50`, converted to cents. */
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

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.string().refine(isCalendarDay, 'write a day like 2026-12-24');

/** A coupon, gift or voucher code; case does not matter. */
export const typedCode = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9-]{3,40}$/, 'write 3 to 40 letters, digits or hyphens'));

/** An order code; its format is not checked, the database lookup decides. */
export const orderCode = z.string().transform((text) => text.trim().toUpperCase());

export function money(amount: number): string {
  return formatPrice(cents(amount), 'en');
}

export function moment(time: Date | null): string {
  return time?.toISOString() ?? 'never';
}
