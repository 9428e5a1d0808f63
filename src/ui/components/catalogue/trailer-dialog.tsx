import { type TrailerFacts, trailerMedia } from '#core/rules/catalogue/trailers.ts';
import film from '#ui/components/learning/film.module.css';
import { FilmText } from '#ui/components/learning/film.tsx';
import { InlinePlayer } from '#ui/components/learning/player/inline-player.tsx';
import { Dialog } from '#ui/components/parts/dialog/dialog.tsx';
import type { DialogProps } from '#ui/components/parts/dialog/dialog-frame.tsx';

interface TrailerDialogProps extends Pick<DialogProps, 'isOpen' | 'onClose'> {
  readonly title: string;
  readonly trailer: TrailerFacts;
}

/** The trailer in a dialog; closing the dialog stops it. */
export function TrailerDialog({ title, trailer, isOpen, onClose }: TrailerDialogProps) {
  const media = trailerMedia(trailer);
  if (media === null) return null;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} isWide>
      <div className={film.player}>
        <InlinePlayer media={media} title={title} />
      </div>
      <FilmText media={media} title={title} />
    </Dialog>
  );
}
