import type { Failure, FailureCode } from '#api/failure.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { ApiFailure, InputReason } from '#server/api-failure.ts';

interface LocaleFailureTexts
  extends Readonly<Record<FailureCode, { readonly title: string; readonly detail: string }>> {
  readonly input: Readonly<Record<InputReason, string>>;
}

/** The sentences of `locales/<locale>/error.json`; the composition hands them over. */
export type FailureTexts = Readonly<Record<Locale, LocaleFailureTexts>>;

/** The body of a failed call (decisions §9), in the caller's language. */
export function describeFailures(
  failures: readonly ApiFailure[],
  texts: FailureTexts,
  locale: Locale,
): Failure {
  return { success: false, errors: failures.map((failure) => describe(failure, texts[locale])) };
}

function describe(failure: ApiFailure, texts: LocaleFailureTexts): Failure['errors'][number] {
  const { title, detail } = texts[failure.code];
  const { pointer, parameter } = failure;
  return {
    status: String(failure.status),
    code: failure.code,
    title,
    detail: failure.reason === undefined ? detail : texts.input[failure.reason],
    ...(pointer === undefined && parameter === undefined ? {} : { source: { pointer, parameter } }),
  };
}
