import { longestByteStream } from '#api/endpoint.ts';
import { operatorFilmEndpoints } from '#api/learning/operator-film-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { createExternalValue } from '#back-office/kit/external-value.ts';
import type { FilmJob } from '#core/model/film-job.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { firstPartSize, nextPartSize } from '#core/rules/learning/film-job-states.ts';

/** An upload in this tab. The job of the film has its progress. */
interface Sending {
  /** A lesson's id, or the name of a trailer. */
  readonly film: string;
  readonly fileName: string;
  /** From 0 to 1. */
  readonly share: number;
  /** `interrupted`: the connection is lost and is being retried. */
  readonly state: 'sending' | 'interrupted';
}

/** Running uploads. They continue when another screen is opened. */
export const runningUploads = createExternalValue<readonly Sending[]>([]);

function change(film: string, sending: Sending | null): void {
  const others = runningUploads.current().filter((one) => one.film !== film);
  const sendings = sending === null ? others : [...others, sending];
  // The browser asks for confirmation before the tab is closed.
  window.onbeforeunload = sendings.length === 0 ? null : (event) => event.preventDefault();
  runningUploads.set(sendings);
}

/** Delays in milliseconds before a lost part is retried. */
const pauses = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000];

/**
 * Uploads a camera file in parts, from the byte up to which the server already has it, so that choosing the same file
 * again resumes the upload. Retries a lost connection for two minutes. Returns the job, or the failure.
 */
export async function uploadFilm(film: string, file: File): Promise<Result<FilmJob, CallFailure>> {
  const sending = { film, fileName: file.name };
  change(film, { ...sending, share: 0, state: 'sending' });
  try {
    const begun = await call(operatorFilmEndpoints.beginFilmUpload, {
      params: { film },
      body: { file_name: file.name, bytes: file.size },
    });
    let result: Result<FilmJob, CallFailure> = begun;
    let size = firstPartSize;
    let failures = 0;
    while (result.ok && result.value.state === 'uploading') {
      const { id, received } = result.value;
      change(film, { ...sending, share: received / file.size, state: 'sending' });
      const sentAt = performance.now();
      const part = file.slice(received, received + size);
      const sent: Result<FilmJob, CallFailure> = await call(operatorFilmEndpoints.sendFilmPart, {
        params: { id, at: String(received) },
        body: part,
      });
      const isLost = !sent.ok && ['NETWORK', 'UNAVAILABLE', 'FILM_PART_MISPLACED'].includes(sent.error.code);
      if (isLost && failures < pauses.length) {
        change(film, { ...sending, share: received / file.size, state: 'interrupted' });
        await new Promise((resolve) => setTimeout(resolve, pauses[failures]));
        failures += 1;
        size = nextPartSize(size, Number.POSITIVE_INFINITY, longestByteStream);
        result = await placeOf(film, result, sent);
        continue;
      }
      failures = 0;
      size = nextPartSize(size, performance.now() - sentAt, longestByteStream);
      result = sent;
    }
    return result;
  } finally {
    change(film, null);
  }
}

/** Returns the job after a lost part, which may have arrived although its response was lost. */
async function placeOf(
  film: string,
  before: Result<FilmJob, CallFailure>,
  lost: Result<FilmJob, CallFailure>,
): Promise<Result<FilmJob, CallFailure>> {
  const found = await call(operatorFilmEndpoints.getOperatorFilm, { params: { film } });
  if (!found.ok) return found.error.code === 'NETWORK' ? before : found;
  const { job } = found.value;
  return before.ok && job?.id === before.value.id ? { ok: true, value: job } : lost;
}
