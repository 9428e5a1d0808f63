/** An error as written to the log. */
interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  /** The stack frames without the message, which the first lines of a stack repeat. */
  readonly stack: string;
  /** Error code of Node, PostgreSQL or SMTP, if any. */
  readonly code?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly column?: string;
  readonly cause?: ErrorDescription;
}

const longestMessage = 500;
const frames = 12;
const deepestCause = 3;

/** Properties of PostgreSQL errors that contain only names from the schema, no values. */
const ownNames = ['code', 'constraint', 'table', 'column'] as const;

/**
 * Describes an error without personal data. PostgreSQL puts rows and values into `detail`, `where`, `hint` and many
 * messages, mail servers name recipients, JSON errors quote the text. So only the listed properties are logged,
 * PostgreSQL's messages only if they cannot contain values, and addresses and possible tokens are masked in all
 * messages.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!isErrorLike(error)) return { type: typeof error, message: maskText(textOf(error)), stack: '' };
  const facts: Readonly<Record<string, unknown>> = { ...error };
  const named = Object.fromEntries(
    ownNames.flatMap((name) => (typeof facts[name] === 'string' ? [[name, facts[name]]] : [])),
  );
  return {
    type: error.name ?? 'Object',
    message: quotesData({ name: error.name, code: facts.code })
      ? 'its message would repeat what was sent'
      : maskText(error.message),
    stack: framesOf(error),
    ...named,
    ...(error.cause === undefined || depth === deepestCause
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** An error, or the copy of one that the job queue returns. */
interface ErrorLike {
  readonly name?: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: unknown;
}

function isErrorLike(value: unknown): value is ErrorLike {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : Object.prototype.toString.call(value);
}

/** Codes of PostgreSQL; those of Node and of mail servers begin with other letters or have other lengths. */
const sqlState = /^(?:\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;

/**
 * Error classes of PostgreSQL about the server, a connection, a transaction or the names in a statement; their messages
 * contain no values: 08, 25, 28, 40, 42, 53, 55, 57, 58. All others may quote rows, such as data exceptions (22),
 * constraints (23) and raised exceptions (P0).
 */
const withoutValues = /^(?:08|25|28|40|42|53|55|57|58)/;

/** Returns whether the message may quote data: some errors of PostgreSQL, and JSON syntax errors. */
function quotesData({ name, code }: { readonly name: string | undefined; readonly code: unknown }): boolean {
  if (name === 'SyntaxError') return true;
  return typeof code === 'string' && sqlState.test(code) && !withoutValues.test(code);
}

/** Masks mail addresses, and words of 20 or more token characters with a digit. */
function maskText(text: string): string {
  return text
    .slice(0, longestMessage)
    .replaceAll(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:]+/g, '[address]')
    .replaceAll(/(?<![\w-])(?=[\w.-]*\d)[\w-]{20,}(?:\.[\w-]+)*/g, (found) =>
      uuid.test(found) ? found : '[token]',
    );
}

/** Ids of rows are not masked, because operators search for them. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Skips the message first, because one of its lines may look like a stack frame. */
function framesOf({ stack = '', message }: ErrorLike): string {
  const end = stack.indexOf(message) + message.length;
  return (stack.includes(message) ? stack.slice(end) : stack)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, frames)
    .join('\n');
}
