import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CartItem, CustomProperties } from '#core/model/cart.ts';
import type { ProductKind } from '#core/model/product.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Dialog } from '#ui/components/parts/dialog/dialog.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import styles from './gift-details.module.css';

const GiftEditor = lazyPart(() => import('./gift-editor.tsx'), 'GiftEditor');

/** The gift data of a cart or order line. */
export interface GiftLine {
  readonly line_id: string;
  readonly kind: ProductKind;
  readonly title: string;
  readonly custom_properties: CustomProperties;
}

/** Returns the gift data of a cart line. */
export function toGiftLine({ line_id, product_data, custom_properties }: CartItem): GiftLine {
  return { line_id, kind: product_data.kind, title: product_data.product_name, custom_properties };
}

interface GiftDetailsProps {
  readonly line: GiftLine;
  /** Shows an edit button that opens the form of the gift. */
  readonly isEditable: boolean;
}

const giftKinds: readonly ProductKind[] = ['gift', 'voucher', 'gift_box'];

/** Recipient, sender, theme and greeting of a gift line; renders nothing for other lines. */
export function GiftDetails({ line, isEditable }: GiftDetailsProps) {
  const { t } = useTranslation('component');
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { recipient_name, sender_name, greeting, theme = 'neutral' } = line.custom_properties;
  if (!giftKinds.includes(line.kind)) return null;
  return (
    <span className={styles.details}>
      {recipient_name && <span>{t('cart.gift.for', { name: recipient_name })}</span>}
      {sender_name && <span>{t('cart.gift.from', { name: sender_name })}</span>}
      {theme !== 'neutral' && <span>{t('cart.gift.theme', { theme: t(`cart.gift.themes.${theme}`) })}</span>}
      {greeting && <span className={styles.greeting}>{t('cart.gift.greeting', { greeting })}</span>}
      {isEditable && (
        <Button
          ref={opener}
          kind="text"
          aria-label={t('cart.gift.edit_of', { name: line.title })}
          onClick={() => setOpen(true)}
        >
          {t('cart.gift.edit')}
        </Button>
      )}
      {/* Stays mounted while the cart reloads, to keep unsaved input. */}
      {(isEditable || isOpen) && (
        <Dialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          title={t('cart.gift.title')}
          description={line.title}
          finalFocus={opener}
        >
          <Suspense fallback={null}>
            <GiftEditor
              lineId={line.line_id}
              typed={line.custom_properties}
              isCode={line.kind !== 'gift_box'}
              onSaved={() => setOpen(false)}
            />
          </Suspense>
        </Dialog>
      )}
    </span>
  );
}
