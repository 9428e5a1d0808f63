/** The part of fontkit that is used here; it has no types of its own. */
declare module 'fontkit' {
  export function create(content: Uint8Array): object;
}
