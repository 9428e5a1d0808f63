import { type ComponentProps, useRef } from 'react';
import { Button } from '#ui/components/parts/button.tsx';

interface FileButtonProps
  extends Pick<ComponentProps<typeof Button>, 'kind' | 'isLoading' | 'disabled' | 'children'> {
  /** Accessible name, if the button text alone is unclear. */
  readonly label?: string;
  /** File extensions and media types that the file dialog offers. */
  readonly accept: string;
  readonly onChoose: (file: File) => void;
}

/** Button that opens a file dialog for one file. The same file can be chosen again. */
export function FileButton({ label, accept, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
      <Button aria-label={label} onClick={() => input.current?.click()} {...button} />
    </>
  );
}
