/** What would go wrong, or is worth a look, before a shop goes live. */
export interface Finding {
  /** `wrong`: the shop would not start, lose something or break a law; `look`: may be meant so. */
  readonly weight: 'wrong' | 'look';
  /** What it is about, such as `database`. */
  readonly subject: string;
  readonly problem: string;
  /** What to do, as an imperative. */
  readonly cure: string;
}

/** Collects what the checks of one subject find. */
export function findingsOf(subject: string) {
  const findings: Finding[] = [];
  const note = (weight: Finding['weight']) => (problem: string, cure: string) =>
    void findings.push({ weight, subject, problem, cure });
  return { findings, wrong: note('wrong'), look: note('look') };
}

/** The message of whatever was thrown, on one line. */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}
