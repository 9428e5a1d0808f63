import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import type { Media } from '#core/model/learning.ts';
import type { ButtonLook } from '#ui/components/button.tsx';
import { Button } from '#ui/components/button.tsx';
import { Icon } from '#ui/components/icon.tsx';

const TrailerDialog = lazy(async () => ({ default: (await import('./trailer-dialog.tsx')).TrailerDialog }));

interface TrailerButtonProps extends Pick<ButtonLook, 'size'> {
  /** Title of the course. */
  readonly title: string;
  readonly trailer: Media;
  /** Label of the button. */
  readonly children: ReactNode;
}

/** Opens a course's trailer in a dialog. The dialog and the video are loaded at the first press. */
export function TrailerButton({ title, trailer, size, children }: TrailerButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setWasOpened(true);
    setOpen(true);
  };
  return (
    <>
      <Button kind="text" size={size} onClick={open}>
        <Icon name="play" /> {children}
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <TrailerDialog title={title} trailer={trailer} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
