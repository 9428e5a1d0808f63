import { type ReactNode, Suspense, useState } from 'react';
import type { TrailerFacts } from '#core/rules/catalogue/trailers.ts';
import { Button, type ButtonLook } from '#ui/components/parts/button.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';

const TrailerDialog = lazyPart(() => import('./trailer-dialog.tsx'), 'TrailerDialog');

interface TrailerButtonProps extends Pick<ButtonLook, 'size'> {
  /** Title of the course. */
  readonly title: string;
  readonly trailer: TrailerFacts;
  /** Label of the button. */
  readonly children: ReactNode;
}

/** Opens a course's trailer in a dialog. Dialog and video are loaded on the first click. */
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
