import { layout } from '#core/rules/content/layout.ts';
import type { VerificationOptions } from '#ports/card-tokenizer.ts';

interface VerificationDialogOptions {
  readonly window: Window;
  readonly verification: VerificationOptions;
  /** The page of the bank or wallet, or the element in which its script shows it. */
  readonly content: HTMLElement;
  /** Called when the shopper cancels. */
  readonly cancel: () => void;
}

export interface VerificationDialog {
  close(): void;
}

/** Size of the providers' approval windows in CSS pixels (docs/behaviour/payments.md#3-d-secure). */
export const approvalSize = layout.paymentPopup;

/**
 * Shows a bank's 3-D Secure challenge, or a wallet's sheet, in a modal dialog over the shop. A native dialog traps the
 * focus, makes the page behind it inert and restores the focus. Escape, the button and the browser's Back button call
 * `cancel`; the caller closes the dialog.
 */
export function openVerificationDialog({
  window,
  verification,
  content,
  cancel,
}: VerificationDialogOptions): VerificationDialog {
  const { document } = window;
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', verification.title);
  // The light theme, as on all checkout pages; the shop's colours follow this attribute.
  dialog.dataset.theme = 'paper';
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    zIndex: 'var(--z-modal, 1005)',
    display: 'grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    width: '100%',
    height: '100%',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    padding: 'var(--s4, 1rem)',
    border: '0',
    background: 'var(--scrim, rgb(10 8 6 / 0.66))',
    overscrollBehavior: 'contain',
  });
  dialog.append(buildPanel(document, content, verification.cancel, cancel));
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    cancel();
  });
  const { overflow } = document.documentElement.style;
  document.documentElement.style.overflow = 'hidden';
  document.body.append(dialog);
  dialog.showModal();
  const leave = verification.onOpen(cancel);
  return {
    close() {
      leave();
      dialog.close();
      dialog.remove();
      document.documentElement.style.overflow = overflow;
    },
  };
}

function buildPanel(
  document: Document,
  content: HTMLElement,
  label: string,
  cancel: () => void,
): HTMLElement {
  const panel = document.createElement('div');
  Object.assign(panel.style, {
    display: 'grid',
    gridTemplateRows: 'minmax(0, 1fr) auto',
    width: `min(${approvalSize.width}px, 100%)`,
    height: `min(${approvalSize.height}px, 100%)`,
    borderRadius: 'var(--radius-m, 4px)',
    background: 'var(--surface, white)',
    color: 'var(--text, black)',
    boxShadow: 'var(--shadow-overlay, none)',
    overflow: 'hidden',
  });
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', cancel);
  Object.assign(button.style, {
    minHeight: 'var(--touch, 2.75rem)',
    border: '0',
    borderTop: '1px solid var(--line, currentColor)',
    background: 'transparent',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
    outlineOffset: '-4px',
  });
  panel.append(content, button);
  return panel;
}
