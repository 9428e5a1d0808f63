import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { z } from 'zod';
import type { FilmFaultCode } from '#core/model/film-job.ts';
import { FilmFault, type FilmTools, filmInput, runProgram } from './ffmpeg.ts';

/** Properties of a film to be packaged. */
export interface SourceFilm {
  readonly path: string;
  readonly seconds: number;
  /** Displayed size in pixels: a film of an upright phone is rotated. */
  readonly width: number;
  readonly height: number;
  /** At most 60. */
  readonly frameRate: number;
  readonly hasSound: boolean;
}

const probed = z.object({
  format: z.object({ duration: z.coerce.number() }),
  streams: z.array(
    z.object({
      codec_type: z.string(),
      width: z.optional(z.int()),
      height: z.optional(z.int()),
      avg_frame_rate: z.optional(z.string()),
      disposition: z.optional(z.object({ attached_pic: z.optional(z.int()) })),
      side_data_list: z.optional(z.array(z.object({ rotation: z.optional(z.number()) }))),
    }),
  ),
});

const shortest = 1;

/** Reads the properties of a film with ffprobe. Throws `FilmFault` with file and cure if it cannot be packaged. */
export async function probeFilm({ ffprobe }: FilmTools, path: string): Promise<SourceFilm> {
  const refuse = (code: FilmFaultCode, cause: string) => new FilmFault(code, `${path}: ${cause}`);
  await access(path, constants.R_OK).catch(() => {
    throw refuse('file_missing', 'there is no such file, or the shop may not read it');
  });
  const { output } = await runProgram(ffprobe, [
    ...['-v', 'error', '-show_streams', '-show_format', '-of', 'json'],
    ...filmInput(path),
  ]).catch((error) => {
    const cause = error instanceof Error ? error.message : String(error);
    throw refuse('unreadable', `ffmpeg cannot read it (${cause})`);
  });
  const read = probed.safeParse(JSON.parse(output));
  if (!read.success)
    throw refuse(
      'no_duration',
      'it has no duration; copy it into a new file with ffmpeg -i FILE -c copy NEW.mp4',
    );
  const { format, streams } = read.data;
  const picture = streams.find(
    ({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1,
  );
  if (picture?.width === undefined || picture.height === undefined)
    throw refuse('no_picture', 'it has no picture');
  if (!(format.duration >= shortest)) throw refuse('too_short', 'it is shorter than a second');
  const turned = picture.side_data_list?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90) ?? false;
  const [width, height] = turned ? [picture.height, picture.width] : [picture.width, picture.height];
  const [frames = 0, per = 1] = (picture.avg_frame_rate ?? '').split('/').map(Number);
  const frameRate = frames > 0 && per > 0 ? Math.min(frames / per, 60) : 25;
  return {
    path,
    seconds: format.duration,
    width,
    height,
    frameRate,
    hasSound: streams.some(({ codec_type }) => codec_type === 'audio'),
  };
}
