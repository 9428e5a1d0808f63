interface Delivery {
  readonly attempts: number;
  readonly due_at: Date;
  readonly sent_at: Date | null;
  readonly failed_at: Date | null;
  readonly last_error: string | null;
}

/** How far a mail has come, with the reason when it is stuck. */
export function describeDelivery({ attempts, due_at, sent_at, failed_at, last_error }: Delivery): string {
  if (sent_at !== null) return `sent ${sent_at.toISOString()}`;
  const reason = last_error === null ? '' : `: ${last_error}`;
  if (failed_at !== null) return `given up after ${attempts} attempts${reason}`;
  return `waits for ${due_at.toISOString()} after ${attempts} attempts${reason}`;
}
