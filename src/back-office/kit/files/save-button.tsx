import type { ReactNode } from 'react';
import type { FileValue } from '#api/endpoint.ts';
import { useAction } from '#back-office/kit/use-action.tsx';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { saveFile } from './save-file.ts';

interface SaveButtonProps {
  readonly load: () => Promise<Result<FileValue, CallFailure>>;
  readonly children: ReactNode;
}

/** Loads a file and saves it on the operator's device; why there is none is told before the button. */
export function SaveButton({ load, children }: SaveButtonProps) {
  const { run, running, notice } = useAction();
  const save = () =>
    run('save', load, ({ filename, content }) => {
      saveFile(filename, content);
      return '';
    });
  return (
    <>
      {notice}
      <Button kind="outline" isLoading={running !== null} onClick={() => void save()}>
        {children}
      </Button>
    </>
  );
}
