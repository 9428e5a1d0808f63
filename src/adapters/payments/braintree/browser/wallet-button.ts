/** The button of a wallet that brings none which a strict policy lets through: its makers inject styles. */
export function createWalletButton(
  document: Document,
  { text, label }: { readonly text: string; readonly label: string },
  press: () => void,
): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.setAttribute('aria-label', label);
  Object.assign(button.style, {
    width: '100%',
    minHeight: 'var(--control, 3rem)',
    border: '0',
    borderRadius: 'var(--radius-m, 4px)',
    background: 'black',
    color: 'white',
    font: 'inherit',
    fontWeight: 'var(--weight-label, 600)',
    cursor: 'pointer',
  });
  button.addEventListener('click', press);
  return button;
}

/** Loads a script of a wallet's maker; rejects when it does not come. */
export function loadScript(document: Document, src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${src} did not come`)));
    document.head.append(script);
  });
}
