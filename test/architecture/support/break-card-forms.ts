import type { CardFormHarness } from '#test/kits/card-form-harness.ts';
import type { Break } from './describe-breaks.ts';

type Tokenized = Awaited<ReturnType<CardFormHarness['tokenize']>>;
type Mounted = Awaited<ReturnType<CardFormHarness['mount']>>;
type Approved = Awaited<ReturnType<CardFormHarness['useWallet']>>;
type FieldsState = Awaited<ReturnType<CardFormHarness['state']>>;

/** Returns a defect that replaces methods of the card form. */
export function broken(
  name: string,
  change: (form: CardFormHarness) => Partial<CardFormHarness>,
  noticedBy: readonly string[],
): Break<CardFormHarness> {
  return { name, noticedBy, wrap: (form) => ({ ...form, ...change(form) }) };
}

export const tokenizing = (
  name: string,
  change: (answer: Tokenized) => Tokenized,
  noticedBy: readonly string[],
) => broken(name, (form) => ({ tokenize: async () => change(await form.tokenize()) }), noticedBy);

export const usingWallets = (
  name: string,
  change: (answer: Approved) => Approved,
  noticedBy: readonly string[],
) =>
  broken(
    name,
    (form) => ({ useWallet: async (kind, answer) => change(await form.useWallet(kind, answer)) }),
    noticedBy,
  );

export const mounting = (name: string, change: (answer: Mounted) => Mounted, noticedBy: readonly string[]) =>
  broken(name, (form) => ({ mount: async (token) => change(await form.mount(token)) }), noticedBy);

export const showing = (
  name: string,
  change: (state: FieldsState) => FieldsState,
  noticedBy: readonly string[],
) =>
  broken(
    name,
    (form) => ({ state: async (matches) => change(await form.state((state) => matches(change(state)))) }),
    noticedBy,
  );
