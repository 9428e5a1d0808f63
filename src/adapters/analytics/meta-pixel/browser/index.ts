import type { OpenAnalytics } from '#ports/modules.ts';
import { createMetaPixelAnalytics } from './meta-pixel-analytics.ts';

interface PixelWindow extends Window {
  fbq?: PixelQueue;
}

/** The script of Meta takes over the queue and then receives events through `callMethod`. */
interface PixelQueue {
  (...command: readonly unknown[]): void;
  callMethod?: (...command: readonly unknown[]) => void;
  queue: unknown[];
  loaded: boolean;
  /** Otherwise the script reports every URL change by itself. */
  disablePushState: boolean;
  version: string;
}

const open: OpenAnalytics = ({ pixel_id }, page) =>
  createMetaPixelAnalytics(String(pixel_id), { ...page, fbq: fbqOf(page.window) });

export default open;

function fbqOf(window: PixelWindow) {
  return (...command: readonly unknown[]) => {
    window.fbq ??= createPixelQueue();
    window.fbq(...command);
  };
}

function createPixelQueue(): PixelQueue {
  const queue: PixelQueue = Object.assign(
    (...command: readonly unknown[]) => {
      if (queue.callMethod === undefined) queue.queue.push(command);
      else queue.callMethod(...command);
    },
    { queue: [] as unknown[], loaded: true, disablePushState: true, version: '2.0' },
  );
  return queue;
}
