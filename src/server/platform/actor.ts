/** Who changes something. Shoppers are not in the log: what they do is in their own rows. */
export interface Actor {
  readonly kind: 'operator' | 'key' | 'command' | 'job';
  /** Of an operator or key. */
  readonly id: string | null;
  /** The e-mail address of an operator, the name of a key, command or job. */
  readonly name: string;
  /** The network of the caller; null for commands and jobs. */
  readonly network: string | null;
}
