import type { Client } from 'braintree-web/client';
import type { DataCollector } from 'braintree-web/data-collector';
import dataCollector from 'braintree-web/data-collector/index.js';
import type { AttemptLimits } from './attempt.ts';
import { attempt } from './attempt.ts';

/** What the provider learns about the shopper's device; never a reason not to sell. */
export interface DeviceData {
  /** Waits for it, but not longer than the limit; null when nothing has come. */
  read(limit: number): Promise<string | null>;
  teardown(): void;
}

/** Begins to collect. A failure yields no instance (specification §4), and charges go without. */
export function collectDeviceData(client: Client, limits: AttemptLimits): DeviceData {
  const remove = (collector: DataCollector) => collector.teardown().catch(() => {});
  const collecting = attempt(limits, () => dataCollector.create({ client }), remove);
  return {
    async read(limit) {
      const answer = await attempt({ ...limits, limit }, () => collecting);
      return answer.ok && answer.value.ok ? answer.value.value.deviceData : null;
    },
    teardown() {
      void collecting.then((answer) => (answer.ok ? remove(answer.value) : undefined));
    },
  };
}
