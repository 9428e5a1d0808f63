/** Who made a change in the audit log. Shoppers are not logged: their own rows show what they did. */
export interface Actor {
  readonly kind: 'operator' | 'key' | 'command' | 'job';
  /** Id of the operator or key; null for commands and jobs. */
  readonly id: string | null;
  /** The e-mail address of an operator, the name of a key, command or job. */
  readonly name: string;
  /** The network of the caller; null for commands and jobs. */
  readonly network: string | null;
}
