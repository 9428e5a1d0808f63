import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '#server/platform/files/project-root.ts';
import type { Confirmation } from './confirmation-pdf.ts';
import type { GiftSheet } from './gift-sheet-pdf.ts';
import type { Invoice } from './invoice-pdf.ts';
import type { LegalPage } from './legal-page-pdf.ts';
import type { CourseNotes } from './notes-pdf.ts';
import type { OrderConfirmation } from './order-confirmation-pdf.ts';
import type { PackingSlips } from './packing-slips-pdf.ts';
import type { WorksheetPdf } from './worksheet-pdf.ts';

/** Milliseconds without a request after which the process ends and frees its memory. */
const idleMs = 20_000;

interface Waiting {
  resolve(content: Buffer): void;
  reject(fault: Error): void;
}

/** Thrown when too many documents wait, or when the process ended before this one was drawn. */
export class PdfNotDrawn extends Error {}

/** Limits of a process for documents whose length users control. */
interface PdfBounds {
  /** Maximum number of documents that wait or are being drawn. */
  readonly most: number;
  /** Timeout of a request in milliseconds; the process is then killed and all its requests fail. */
  readonly longest: number;
}

// Started from the sources, because the build has only one entry.
const entryOfAll = join(projectRoot, 'src/server/platform/pdf/run-pdf-process.ts');

/**
 * Draws a PDF in a child process: drawing takes tens of milliseconds of processor time and much memory, which would
 * delay all other requests (docs/decisions/0026). Throws when the document cannot be drawn, and `PdfNotDrawn`; the
 * caller may repeat the call, as the mail outbox does.
 */
export const drawPdf = createPdfProcess(entryOfAll);

/**
 * Like `drawPdf`, in a separate process with limits, so that a learner's notes do not delay invoices and mails. With a
 * lower priority it would time out whenever the machine has other work.
 */
export const drawLongPdf = createPdfProcess(entryOfAll, { most: 4, longest: 30_000 });

/**
 * Creates a drawing function. `entry` is started with the first request, handles all requests, and ends after `idleMs`
 * without one.
 */
export function createPdfProcess(
  entry: string,
  bounds: PdfBounds | null = null,
): (document: PdfDocument) => Promise<Buffer> {
  const waiting = new Map<number, Waiting>();
  let drawing: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): ChildProcess {
    const child = fork(entry, {
      env: { NODE_ENV: 'production', NODE_COMPILE_CACHE: getCompileCacheDir() },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (drawn: PdfResponse) => {
      const wanted = waiting.get(drawn.id);
      waiting.delete(drawn.id);
      if ('content' in drawn) wanted?.resolve(Buffer.from(drawn.content));
      else wanted?.reject(new Error(`A PDF could not be drawn: ${drawn.fault}`));
      if (waiting.size === 0) rest(child);
    });
    // Each request that is sent while the process is ending causes one.
    child.on('error', (error) => lose(child, error.message));
    child.once('exit', (code, signal) => lose(child, `it ended with ${code ?? signal}`));
    return child;
  }

  /** Lets the server end while the child process is idle, and ends the child process after a while. */
  function rest(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    idle = setTimeout(() => {
      drawing = null;
      child.disconnect();
    }, idleMs).unref();
  }

  function lose(child: ChildProcess, reason: string): void {
    // A child that was told to end has no open requests.
    if (drawing !== child) return;
    clearTimeout(idle);
    drawing = null;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(new PdfNotDrawn(`The process that draws PDFs was lost: ${reason}`));
  }

  return async (document) => {
    if (bounds !== null && waiting.size >= bounds.most) throw new PdfNotDrawn('Too many PDFs wait');
    clearTimeout(idle);
    drawing ??= start();
    const child = drawing;
    child.ref();
    child.channel?.ref();
    lastId += 1;
    const request: PdfRequest = { id: lastId, document };
    const drawn = new Promise<Buffer>((resolve, reject) => waiting.set(request.id, { resolve, reject }));
    child.send(request);
    const end = bounds === null ? undefined : setTimeout(() => child.kill('SIGKILL'), bounds.longest);
    return drawn.finally(() => clearTimeout(end));
  };
}

/** All data of a PDF; plain data that can be sent to another process. */
export type PdfDocument =
  | { readonly kind: 'invoice'; readonly facts: Invoice }
  | { readonly kind: 'confirmation'; readonly facts: Confirmation }
  | { readonly kind: 'order_confirmation'; readonly facts: OrderConfirmation }
  | { readonly kind: 'gift_sheet'; readonly facts: GiftSheet }
  | { readonly kind: 'legal_page'; readonly facts: LegalPage }
  | { readonly kind: 'packing_slips'; readonly facts: PackingSlips }
  | { readonly kind: 'notes'; readonly facts: CourseNotes }
  | { readonly kind: 'worksheet'; readonly facts: WorksheetPdf };

/** Request to the child process. */
export interface PdfRequest {
  readonly id: number;
  readonly document: PdfDocument;
}

/** Response of the child process: the bytes or the fault. */
export type PdfResponse =
  | { readonly id: number; readonly content: Uint8Array }
  | { readonly id: number; readonly fault: string };
