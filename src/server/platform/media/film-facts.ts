/** Bytes to read for duration and tracks, which files for the web have near the beginning. */
export const filmHead = 64 * 1024;

/** Name of the box with the duration of an MP4 file (ISO/IEC 14496-12, "movie header"). */
const movieHeader = Buffer.from('mvhd');

/** Reads the duration of an MP4 film in seconds from the beginning of its file; null if not found there. */
export function filmSeconds(beginning: Buffer): number | null {
  const at = beginning.indexOf(movieHeader);
  const body = at + movieHeader.length;
  // Version 1 has 64-bit times.
  const isLong = at >= 0 && beginning[body] === 1;
  const [scaleAt, lengthAt] = isLong ? [body + 20, body + 24] : [body + 12, body + 16];
  if (at < 0 || beginning.length < lengthAt + 8) return null;
  const scale = beginning.readUInt32BE(scaleAt);
  const length = isLong ? Number(beginning.readBigUInt64BE(lengthAt)) : beginning.readUInt32BE(lengthAt);
  return scale === 0 || length === 0 ? null : Math.round((length / scale) * 10) / 10;
}

/**
 * Matches the handler of a sound track (ISO/IEC 14496-12, "hdlr"), with version, flags and a reserved word between both
 * names.
 */
const soundHandler = /hdlr[\0]{8}soun/;

/** Whether an MP4 film has a sound track, by the beginning of its file. */
export function filmHasSound(beginning: Buffer): boolean {
  return soundHandler.test(beginning.toString('latin1'));
}
