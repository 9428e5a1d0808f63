import https from 'node:https';

/** Changes the process in the first call only: from then on it is as it was. */
function once(change: (secret: string) => void): (secret: string) => void {
  let isDone = false;
  return (secret) => {
    if (!isDone) change(secret);
    isDone = true;
  };
}

/** What an adapter may do once to the whole process, made anew with each call; each gets a secret of its request. */
export const processChanges = (): Readonly<Record<string, (secret: string) => void>> => ({
  'checks no certificates of any connection any more': once(() => {
    https.globalAgent.options.rejectUnauthorized = false;
  }),
  'adds a method to every list': once(() => {
    Object.defineProperty(Array.prototype, 'sumOfKit', { configurable: true, value: () => 0 });
  }),
  'sets how much of each error is told': once(() => {
    Error.stackTraceLimit = 1;
  }),
  'sets the exit code of the process': once(() => {
    process.exitCode = 0;
  }),
  'keeps a request in a global': once((secret) => {
    Object.assign(globalThis, { lastRequestOfKit: secret });
  }),
  'sets a variable of the environment, once': once((secret) => {
    process.env.MEISTERHAND_TEST_ONCE = secret;
  }),
});
