import type { Media } from '#core/model/learning.ts';
import { Dialog } from '#ui/components/dialog/dialog.tsx';
import type { DialogProps } from '#ui/components/dialog/dialog-frame.tsx';
import film from '#ui/components/film.module.css';
import { FilmText } from '#ui/components/film.tsx';
import { InlinePlayer } from '#ui/components/player/inline-player.tsx';

interface TrailerDialogProps extends Pick<DialogProps, 'isOpen' | 'onClose'> {
  readonly title: string;
  readonly trailer: Media;
}

/** The trailer in a dialog; closing stops it. */
export function TrailerDialog({ title, trailer, isOpen, onClose }: TrailerDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} isWide>
      <div className={film.player}>
        <InlinePlayer media={trailer} title={title} />
      </div>
      <FilmText media={trailer} title={title} />
    </Dialog>
  );
}
