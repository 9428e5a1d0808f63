import type { ReactNode } from 'react';
import { Button } from '#ui/components/parts/button.tsx';
import { type LoadFile, useDownload } from './use-download.tsx';

interface SaveButtonProps {
  readonly load: LoadFile;
  readonly children: ReactNode;
}

/** Button that downloads a file to the operator's device. */
export function SaveButton({ load, children }: SaveButtonProps) {
  const { isLoading, save } = useDownload();
  return (
    <Button kind="outline" isLoading={isLoading} onClick={() => void save(load)}>
      {children}
    </Button>
  );
}
