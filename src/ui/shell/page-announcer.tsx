import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { VisuallyHidden } from '#ui/components/visually-hidden/visually-hidden.tsx';

/**
 * After a change of page without a document load: moves focus to the content and says the new title, as a document load
 * would have done.
 */
export function PageAnnouncer() {
  const { t } = useTranslation('base');
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  const [words, setWords] = useState('');

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setWords(t('page_shown', { title: document.title }));
    if (hash === '') document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, hash, t]);

  return (
    <VisuallyHidden>
      <span role="status">{words}</span>
    </VisuallyHidden>
  );
}
