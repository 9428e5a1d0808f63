/** A problem, or a point to look at, before a shop goes live. */
export interface Finding {
  /** `wrong`: the shop would not start, would lose data or would break a law; `look`: may be intended. */
  readonly weight: 'wrong' | 'look';
  /** What it is about, such as `database`. */
  readonly subject: string;
  readonly problem: string;
  /** What to do, as an imperative. */
  readonly cure: string;
}

/** Collects the findings of one subject. */
export function findingsOf(subject: string) {
  const findings: Finding[] = [];
  const note = (weight: Finding['weight']) => (problem: string, cure: string) =>
    void findings.push({ weight, subject, problem, cure });
  return { findings, wrong: note('wrong'), look: note('look') };
}

/** Returns the message of a thrown value on one line. */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}
