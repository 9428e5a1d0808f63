/** A part of a track that begins with a key frame and can be played with only `start` before it. */
interface ClearSegment {
  readonly seconds: number;
  readonly bytes: number;
}

/** Content of the beginning of a CMAF track file (ISO/IEC 23000-19) with one track and its index in front. */
export interface ClearTrack {
  /** Bytes before the index, which describe the track. */
  readonly start: number;
  /** Byte offset of the first segment in the file. */
  readonly first: number;
  readonly segments: readonly ClearSegment[];
  readonly codecs: string;
  /** Null for sound. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/**
 * Reads the beginning of a CMAF track file, which has to contain its index (`sidx`). Null if the file has another
 * format or is incomplete.
 */
export function readTrack(head: Buffer): ClearTrack | null {
  let at = 0;
  while (at + 8 <= head.length) {
    const size = head.readUInt32BE(at);
    const type = head.toString('latin1', at + 4, at + 8);
    if (size < 8) return null;
    if (type === 'sidx') {
      if (at + size > head.length) return null;
      const codecs = describeCodec(head.subarray(0, at));
      return codecs === null
        ? null
        : { start: at, ...readIndex(head.subarray(at, at + size), at), ...codecs };
    }
    at += size;
  }
  return null;
}

/** Parses a "segment index box" (ISO/IEC 14496-12). */
function readIndex(box: Buffer, at: number): Pick<ClearTrack, 'first' | 'segments'> {
  const isLong = box[8] === 1;
  const scale = box.readUInt32BE(16);
  const gap = isLong ? Number(box.readBigUInt64BE(28)) : box.readUInt32BE(24);
  const list = isLong ? 40 : 32;
  const count = box.readUInt16BE(list - 2);
  const segments = Array.from({ length: count }, (_, index) => ({
    // The highest bit marks a reference to another index, which ffmpeg does not write.
    bytes: box.readUInt32BE(list + index * 12) & 0x7fff_ffff,
    seconds: box.readUInt32BE(list + index * 12 + 4) / scale,
  }));
  return { first: at + box.length + gap, segments };
}

/** Describes the codec of the only track: H.264 or AV1 with profile and level, or AAC. */
function describeCodec(start: Buffer): Pick<ClearTrack, 'codecs' | 'size'> | null {
  const tables = start.indexOf('stsd');
  const sizeAt = (sample: number) => ({
    width: start.readUInt16BE(sample + 28),
    height: start.readUInt16BE(sample + 30),
  });
  const avc = { sample: start.indexOf('avc1', tables), settings: start.indexOf('avcC', tables) };
  if (avc.sample >= 0 && avc.settings >= 0)
    return {
      codecs: `avc1.${start.toString('hex', avc.settings + 5, avc.settings + 8)}`,
      size: sizeAt(avc.sample),
    };
  const av1 = { sample: start.indexOf('av01', tables), settings: start.indexOf('av1C', tables) };
  if (av1.sample >= 0 && av1.settings >= 0)
    return { codecs: modernCodec(start.subarray(av1.settings + 4)), size: sizeAt(av1.sample) };
  return start.includes('mp4a') ? { codecs: 'mp4a.40.2', size: null } : null;
}

/** Describes AV1 by profile, level, tier and bit depth ("AV1 Codec ISO Media File Format Binding", 5). */
function modernCodec(settings: Buffer): string {
  const [first, second] = [settings.readUInt8(1), settings.readUInt8(2)];
  const level = String(first & 0b1_1111).padStart(2, '0');
  const tier = second & 0b1000_0000 ? 'H' : 'M';
  const bits = second & 0b0100_0000 ? (second & 0b0010_0000 ? '12' : '10') : '08';
  return `av01.${first >> 5}.${level}${tier}.${bits}`;
}
