/** What a merchant's server has sent, as JSON. */
export type Wish = Readonly<Record<string, unknown>>;

export function inner(wish: Wish, name: string): Wish {
  const value = wish[name];
  return typeof value === 'object' && value !== null ? (value as Wish) : {};
}

export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function toCents(amount: string): number {
  return Math.round(Number(amount) * 100);
}
