import { useState } from 'react';
import type { FileValue } from '#api/endpoint.ts';
import { type CallOptions, filenameOf } from '#back-office/kit/call.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { belowScreen } from './below-screen.ts';
import { type Download, DownloadsView } from './downloads-view.tsx';
import { saveFile } from './save-file.ts';

export type LoadFile = (options: CallOptions) => Promise<Result<FileValue, CallFailure>>;

/** Running and failed downloads of this tab, in the order of their start. */
const downloads = new Map<number, Download>();
let begun = 0;

function change(id: number, download: Download | null): void {
  if (download === null) downloads.delete(id);
  else downloads.set(id, download);
  belowScreen.set(downloads.size === 0 ? null : <DownloadsView downloads={[...downloads.values()]} />);
}

/**
 * Downloads a file to the operator's device, even if another screen is opened meanwhile. Progress and failures are
 * shown below the screen.
 */
export async function download(load: LoadFile): Promise<void> {
  begun += 1;
  const id = begun;
  const calling = new AbortController();
  let shown: Download = { id, filename: '', rows: 0, total: null, failure: null, end: () => calling.abort() };
  const follow = (response: Response): Response => {
    const total = response.headers.get('X-Row-Count');
    const filename = filenameOf(response);
    shown = { ...shown, filename, total: total === null ? null : Number(total) };
    return withCountedRows(response, (rows) => {
      shown = { ...shown, rows: filename.endsWith('.csv') ? rows : null };
      change(id, shown);
    });
  };
  // The browser asks for confirmation before the tab is closed.
  const ask = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  const loaded = await load({ signal: calling.signal, follow });
  window.removeEventListener('beforeunload', ask);
  if (loaded.ok || calling.signal.aborted) change(id, null);
  else change(id, { ...shown, failure: loaded.error, end: () => change(id, null) });
  if (loaded.ok) saveFile(loaded.value.filename, loaded.value.content);
}

const quote = 0x22;
const lineEnd = 0x0a;

/** Returns the response with a body that reports the number of CSV rows received so far, without the header row. */
function withCountedRows(response: Response, report: (rows: number) => void): Response {
  let lines = 0;
  let isQuoted = false;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      for (const byte of part) {
        if (byte === quote) isQuoted = !isQuoted;
        // A quoted cell may contain line breaks.
        if (byte === lineEnd && !isQuoted) lines += 1;
      }
      report(Math.max(0, lines - 1));
      controller.enqueue(part);
    },
  });
  return new Response(response.body?.pipeThrough(counting), response);
}

/** Returns `download` with a loading state for a button. */
export function useDownload() {
  const [isLoading, setLoading] = useState(false);
  return {
    isLoading,
    async save(load: LoadFile): Promise<void> {
      setLoading(true);
      await download(load);
      setLoading(false);
    },
  };
}
