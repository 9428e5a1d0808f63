/**
 * Resolves in a new task, so that the browser can handle user input first. Uses a message instead of a timer,
 * because browsers delay timers of background tabs.
 */
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
