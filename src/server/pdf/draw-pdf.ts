import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '#server/files/project-root.ts';
import type { GiftSheet } from './gift-sheet-pdf.ts';
import type { Invoice } from './invoice-pdf.ts';
import type { LegalPage } from './legal-page-pdf.ts';

/** Milliseconds without a wish after which the process ends and gives its memory back. */
const idleMs = 20_000;

interface Waiting {
  resolve(content: Buffer): void;
  reject(fault: Error): void;
}

/**
 * Draws a paper in a process of its own and answers the PDF. Drawing takes tens of milliseconds of a processor and keeps a
 * lot of memory, which would hold up every visitor of this process. Throws when the paper cannot be drawn, or the process
 * dies over it; whoever needs the paper asks again (mails do by themselves).
 */
// From the sources, as the command line runs: the build has one entry only.
export const drawPaper = createPaperProcess(join(projectRoot, 'src/server/pdf/run-paper-process.ts'));

/** `entry` is started at the first wish, serves all that come, and ends when none has come for a while. */
export function createPaperProcess(entry: string): (paper: Paper) => Promise<Buffer> {
  const waiting = new Map<number, Waiting>();
  let drawing: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): ChildProcess {
    const child = fork(entry, {
      env: { NODE_ENV: 'production' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (drawn: DrawnPaper) => {
      const wanted = waiting.get(drawn.id);
      waiting.delete(drawn.id);
      if ('content' in drawn) wanted?.resolve(Buffer.from(drawn.content));
      else wanted?.reject(new Error(`A paper could not be drawn: ${drawn.fault}`));
      if (waiting.size === 0) rest(child);
    });
    child.once('error', (error) => lose(child, error.message));
    child.once('exit', (code, signal) => lose(child, `it ended with ${code ?? signal}`));
    return child;
  }

  /** Nothing to draw: the server may end meanwhile, and after a while the process does. */
  function rest(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    idle = setTimeout(() => {
      drawing = null;
      child.disconnect();
    }, idleMs).unref();
  }

  function lose(child: ChildProcess, reason: string): void {
    // One that was sent away has nothing left to answer.
    if (drawing !== child) return;
    clearTimeout(idle);
    drawing = null;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(new Error(`The process that draws papers was lost: ${reason}`));
  }

  return (paper) => {
    clearTimeout(idle);
    drawing ??= start();
    drawing.ref();
    drawing.channel?.ref();
    lastId += 1;
    const wish: PaperWish = { id: lastId, paper };
    const drawn = new Promise<Buffer>((resolve, reject) => waiting.set(wish.id, { resolve, reject }));
    drawing.send(wish);
    return drawn;
  };
}

/** Everything a paper is drawn from: plain data, which can be sent to another process. */
export type Paper =
  | { readonly kind: 'invoice'; readonly facts: Invoice }
  | { readonly kind: 'gift_sheet'; readonly facts: GiftSheet }
  | { readonly kind: 'legal_page'; readonly facts: LegalPage };

/** What the process that draws is asked. */
export interface PaperWish {
  readonly id: number;
  readonly paper: Paper;
}

/** What it answers: the bytes, or why there are none. */
export type DrawnPaper =
  | { readonly id: number; readonly content: Uint8Array }
  | { readonly id: number; readonly fault: string };
