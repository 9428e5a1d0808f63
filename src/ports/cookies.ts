/**
 * The cookies of this visitor: `document.cookie` in the browser, the request's and the response's headers while the
 * server renders.
 *
 * Promises: values survive as they are, whatever characters they hold; what was written or removed is read at once;
 * every cookie is written for the whole site (`Path=/; SameSite=Lax`) and, on https, `Secure`. A cookie that cannot
 * be decoded is answered as it stands. Does not promise that the browser keeps a cookie: blocked cookies read as null.
 * Never throws.
 */
export interface Cookies {
  /** The value, or null when there is none. */
  read(name: string): string | null;
  /** Writes for `lifetime_seconds`, or until the browser is closed when that is null. */
  write(name: string, value: string, lifetime_seconds: number | null): void;
  remove(name: string): void;
}
