/**
 * Creates a wallet's button. Google's and Apple's own buttons inject styles, which the content security policy blocks.
 */
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
