/** An answer counts for so many milliseconds. */
const fresh = 3_000;

let asked = 0;
let answer: Promise<boolean> | undefined;

/** Asks the shop for an answer; false when none comes. */
export const askShop = (): Promise<boolean> =>
  fetch('/healthz', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether the shop answers, or did so a moment ago. Many links that come into sight together ask once. */
export function shopAnswers(): Promise<boolean> {
  const now = performance.now();
  if (answer === undefined || now - asked > fresh) {
    asked = now;
    answer = askShop();
  }
  return answer;
}
