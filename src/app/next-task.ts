/**
 * Lets the browser answer its user before the work goes on. By a message to itself, because browsers make timers of a tab
 * in the background wait.
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
