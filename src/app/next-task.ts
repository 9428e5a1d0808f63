/**
 * Lets the browser answer its user before the work goes on. By a message to itself, because browsers make timers of a tab
 * in the background wait.
 */
export function nextTask(): Promise<void> {
  const { port1: ear, port2: mouth } = new MessageChannel();
  return new Promise((resolve) => {
    ear.onmessage = () => {
      ear.close();
      resolve();
    };
    mouth.postMessage(null);
  });
}
