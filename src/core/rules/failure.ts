/**
 * An expected failure of a call to the host, as ports answer it. `code` is the host's code (each has a sentence in
 * locales `error`), or `NETWORK` when no answer came, or `UNREADABLE_ANSWER` when the answer did not fit the contract.
 * `detail` is the host's sentence in the shopper's language, `fields` names the inputs at fault by JSON pointer.
 */
export interface CallFailure {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>>;
}
