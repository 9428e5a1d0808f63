import https from 'node:https';

/** Returns a change of the process that only the first call makes. */
function once(change: (secret: string) => void): (secret: string) => void {
  let isDone = false;
  return (secret) => {
    if (!isDone) change(secret);
    isDone = true;
  };
}

/** Returns new functions that change the process once. Each is called with a secret of the request. */
export const processChanges = (): Readonly<Record<string, (secret: string) => void>> => ({
  'disables the certificate checks of all connections': once(() => {
    https.globalAgent.options.rejectUnauthorized = false;
  }),
  'adds a method to Array.prototype': once(() => {
    Object.defineProperty(Array.prototype, 'sumOfKit', { configurable: true, value: () => 0 });
  }),
  'changes Error.stackTraceLimit': once(() => {
    Error.stackTraceLimit = 1;
  }),
  'sets the exit code of the process': once(() => {
    process.exitCode = 0;
  }),
  'keeps a request in a global': once((secret) => {
    Object.assign(globalThis, { lastRequestOfKit: secret });
  }),
  'sets an environment variable once': once((secret) => {
    process.env.MEISTERHAND_TEST_ONCE = secret;
  }),
});
