/** Bytes at the beginning of a file that identify its format. */
export const signatureBytes = 1_024;

/** Boxes that a QuickTime or MP4 file begins with. */
const boxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/** First bytes of other films, in hexadecimal. */
const beginnings = [
  '1a45dfa3', // Matroska, WebM
  '000001ba', // MPEG program stream
  '000001b3', // MPEG video
  '464c56', // Flash video
  '4f676753', // Ogg
  '3026b2758e66cf11', // Windows Media
  '060e2b34', // MXF
  '2e524d46', // RealMedia
];

/** Whether a file with this beginning may be a film; ffprobe checks the complete file later. */
export function mayBeFilm(head: Buffer): boolean {
  const hex = head.subarray(0, 8).toString('hex');
  if (boxes.includes(head.toString('latin1', 4, 8))) return true;
  if (beginnings.some((bytes) => hex.startsWith(bytes))) return true;
  if (head.toString('latin1', 0, 4) === 'RIFF') return head.toString('latin1', 8, 11) === 'AVI';
  return isTransportStream(head, 188, 0) || isTransportStream(head, 192, 4);
}

/** Whether it is an MPEG transport stream: its packets begin with 0x47, those of camcorders after four more bytes. */
function isTransportStream(head: Buffer, packet: number, first: number): boolean {
  return [0, 1, 2, 3].every((number) => head[first + number * packet] === 0x47);
}
