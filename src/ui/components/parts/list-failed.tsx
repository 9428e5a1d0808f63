import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { Button } from '#ui/components/parts/button.tsx';
import { EmptyState } from '#ui/components/parts/page-parts.tsx';
import { moveFocusOnRemoval } from '#ui/hooks/overlays/move-focus-on-removal.ts';

interface ListFailedProps {
  /** Prefix of the translation keys in locales `myProfile`. */
  readonly list?: 'purchases' | 'courses' | 'wish_list' | undefined;
  /** Whether the list is the page's main content. */
  readonly isMain?: boolean | undefined;
}

/** An error message with a retry button, shown in place of a list that could not be loaded. */
export function ListFailed({ list = 'purchases', isMain = false }: ListFailedProps) {
  const { t } = useTranslation('myProfile');
  const { revalidate, state } = useRevalidator();
  return (
    <EmptyState
      headingLevel={isMain ? 2 : 3}
      title={t(`${list}.failed.title`)}
      text={t(`${list}.failed.text`)}
      action={
        <Button
          ref={moveFocusOnRemoval}
          kind={isMain ? 'gold' : 'outline'}
          isLoading={state === 'loading'}
          onClick={() => void revalidate()}
        >
          {t(`${list}.failed.action`)}
        </Button>
      }
    />
  );
}
