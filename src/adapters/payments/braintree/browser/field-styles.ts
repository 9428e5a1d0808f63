type FieldStyles = Readonly<Record<string, Record<string, string>>>;

/**
 * The shop's styles for the inputs inside the provider's frames, which inherit nothing: read from the container, so that
 * they follow the page's theme. Only properties that the provider lets through.
 */
export function readFieldStyles(window: Window, container: HTMLElement): FieldStyles {
  const style = window.getComputedStyle(container);
  const { color, fontFamily, fontSize } = style;
  const role = (name: string) => style.getPropertyValue(name).trim() || color;
  return {
    input: { color, 'font-family': fontFamily, 'font-size': fontSize, padding: '0 16px' },
    '::placeholder': { color: role('--text-muted') },
    'input.invalid': { color: role('--danger') },
  };
}
