/** The resources that a process has used. */
export interface ProcessUse {
  /** Processor time since its start, in microseconds. */
  readonly processor: number;
  /** Memory it holds at this moment, in bytes. */
  readonly memory: number;
}

/** The use by the calling process. */
export function processUse(): ProcessUse {
  const { user, system } = process.cpuUsage();
  return { processor: user + system, memory: process.memoryUsage.rss() };
}
