/** Name of the box in which an MP4 file says its length (ISO/IEC 14496-12, "movie header"). */
const movieHeader = Buffer.from('mvhd');

/** How long an MP4 film runs, read from the beginning of its file; null where it does not stand there. */
export function filmSeconds(beginning: Buffer): number | null {
  const at = beginning.indexOf(movieHeader);
  const body = at + movieHeader.length;
  // Version 1 writes times in 64 bits.
  const isLong = at >= 0 && beginning[body] === 1;
  const [scaleAt, lengthAt] = isLong ? [body + 20, body + 24] : [body + 12, body + 16];
  if (at < 0 || beginning.length < lengthAt + 8) return null;
  const scale = beginning.readUInt32BE(scaleAt);
  const length = isLong ? Number(beginning.readBigUInt64BE(lengthAt)) : beginning.readUInt32BE(lengthAt);
  return scale === 0 || length === 0 ? null : Math.round((length / scale) * 10) / 10;
}
