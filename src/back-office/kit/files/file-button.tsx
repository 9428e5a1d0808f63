import { type ComponentProps, useRef } from 'react';
import { Button } from '#ui/components/parts/button.tsx';

interface FileButtonProps
  extends Pick<ComponentProps<typeof Button>, 'kind' | 'isLoading' | 'disabled' | 'children'> {
  /** What the button is called where its words alone do not say it. */
  readonly label?: string;
  /** Endings and media types that the window of the system offers. */
  readonly accept: string;
  readonly onChoose: (file: File) => void;
}

/** A button that asks for one file; the same file can be chosen again. */
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
