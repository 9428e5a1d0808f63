import { useTranslation } from 'react-i18next';
import type { Media } from '#core/model/learning.ts';
import { Dialog } from '#ui/components/dialog/dialog.tsx';
import type { DialogProps } from '#ui/components/dialog/dialog-frame.tsx';
import film from '#ui/components/film.module.css';
import { FilmText, FilmVideo } from '#ui/components/film.tsx';

interface TrailerDialogProps extends Pick<DialogProps, 'isOpen' | 'onClose'> {
  readonly title: string;
  readonly trailer: Media;
}

/** The trailer in a dialog; closing stops it. */
export function TrailerDialog({ title, trailer, isOpen, onClose }: TrailerDialogProps) {
  const { t } = useTranslation('base');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} isWide>
      <div className={film.film}>
        <FilmVideo media={trailer} label={t('film.label', { title })} controls autoPlay />
      </div>
      <FilmText media={trailer} title={title} />
    </Dialog>
  );
}
