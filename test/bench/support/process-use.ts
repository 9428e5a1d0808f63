/** Processor time and memory of a process. */
export interface ProcessUse {
  /** Processor time since the start of the process, in microseconds. */
  readonly processor: number;
  /** Current memory (resident set size), in bytes. */
  readonly memory: number;
}

/** Returns processor time and memory of the calling process. */
export function processUse(): ProcessUse {
  const { user, system } = process.cpuUsage();
  return { processor: user + system, memory: process.memoryUsage.rss() };
}
