/** An error as log lines show it. */
interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  /** The stack frames without the message, which the first lines of a stack repeat. */
  readonly stack: string;
  /** Code of Node, PostgreSQL or SMTP, if any. */
  readonly code?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly cause?: ErrorDescription;
}

const longestMessage = 500;
const frames = 12;
const deepestCause = 3;

/**
 * Describes an error without personal data. PostgreSQL puts rows into `detail` and values into messages of class 22,
 * mail servers name recipients, JSON errors quote the text. So only the listed properties are logged, and quotations,
 * addresses and anything that looks like a token are removed from messages.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!isErrorLike(error)) return { type: typeof error, message: maskText(textOf(error)), stack: '' };
  const facts: Readonly<Record<string, unknown>> = { ...error };
  const named = Object.fromEntries(
    (['code', 'constraint', 'table'] as const).flatMap((name) =>
      typeof facts[name] === 'string' ? [[name, facts[name]]] : [],
    ),
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

/** PostgreSQL's data exceptions (class 22) and raised exceptions (P0), and JSON that cannot be read. */
function quotesData({ name, code }: { readonly name: string | undefined; readonly code: unknown }): boolean {
  return name === 'SyntaxError' || (typeof code === 'string' && /^(?:22|P0)[0-9A-Z]{3}$/.test(code));
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

function framesOf({ stack = '' }: ErrorLike): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, frames)
    .join('\n');
}
