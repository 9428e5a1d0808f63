import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Popup } from '#core/model/content.ts';
import { IconButton } from '#ui/components/parts/button.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { focusContent } from '#ui/hooks/overlays/focus-content.ts';
import styles from './popup-window.module.css';

interface PopupWindowProps {
  readonly popup: Popup;
  readonly onClose: () => void;
}

/**
 * A small card at the edge of the page, on phones one row at the bottom. It takes no focus and does not lock scrolling.
 * Escape inside it closes it, and the focus then moves to the page.
 */
export function PopupWindow({ popup, onClose }: PopupWindowProps) {
  const { t } = useTranslation('component');
  const id = useId();
  const root = useRef<HTMLElement>(null);

  function close(): void {
    if (root.current?.contains(document.activeElement)) {
      focusContent();
    }
    onClose();
  }

  return (
    <aside
      ref={root}
      className={styles.window}
      aria-labelledby={id}
      data-theme="paper"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <div>
        <h2 id={id} className={styles.title}>
          {popup.title}
        </h2>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
        <p className={styles.text} dangerouslySetInnerHTML={{ __html: popup.text }} />
      </div>
      {popup.link === null ? (
        <span />
      ) : (
        <LinkButton to={popup.link.path} kind="text" onClick={onClose}>
          {popup.link.label}
        </LinkButton>
      )}
      <IconButton icon="close" label={t('popup.close')} onClick={close} />
    </aside>
  );
}
