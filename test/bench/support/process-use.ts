import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** Processor time of Linux is counted in hundredths of a second. */
const tickMicroseconds = 10_000;

/**
 * Returns the processor time of a PostgreSQL with all of its processes, also those that have ended, in microseconds;
 * NaN where the system does not tell.
 */
export function processorOfPostgres(folder: string): number {
  try {
    const postmaster = Number.parseInt(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8'), 10);
    const processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(timesOf);
    const own = processes.find((times) => times?.pid === postmaster);
    const children = processes.filter((times) => times?.parent === postmaster);
    const ticks = [own?.ended ?? Number.NaN, ...[own, ...children].map((times) => times?.running ?? 0)];
    return ticks.reduce((sum, part) => sum + part, 0) * tickMicroseconds;
  } catch {
    return Number.NaN;
  }
}

/** The times of a process and of its children that have ended, in ticks (proc(5)); null when it has ended meanwhile. */
function timesOf(pid: string) {
  try {
    const [, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = rest.join(') ').split(' ').map(Number);
    const at = (place: number) => fields[place] ?? 0;
    return { pid: Number(pid), parent: at(1), running: at(11) + at(12), ended: at(13) + at(14) };
  } catch {
    return null;
  }
}
