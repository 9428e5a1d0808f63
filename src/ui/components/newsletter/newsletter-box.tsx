import { lazy, Suspense } from 'react';
import type { NewsletterWidget } from '#core/model/content.ts';
import { useNearViewport } from '#ui/hooks/use-near-viewport.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

import layout from '#ui/styles/layout.module.css';
import styles from './newsletter-box.module.css';

const NewsletterForm = lazy(async () => ({
  default: (await import('./newsletter-form.tsx')).NewsletterForm,
}));

export interface NewsletterBoxProps {
  /** Null when it could not be read. */
  readonly widget: NewsletterWidget | null;
  /** Where it stands, for the proof of consent. */
  readonly source: string;
}

/**
 * Offers the newsletter to guests, and to learners who neither get it nor have declined it (decisions §5). The form comes
 * into the room kept for it when one gets near.
 */
export function NewsletterBox({ widget, source }: NewsletterBoxProps) {
  const learner = useStore(useShop().stores.session, (state) =>
    state.status === 'logged_in' ? state.learner : null,
  );
  const { ref, isNear } = useNearViewport<HTMLDivElement>(true);
  if (widget === null || !widget.is_active) return null;
  if (learner?.newsletter === true || learner?.declined_newsletter === true) return null;
  return (
    <section className={`${layout.wrap} ${layout.section}`} aria-labelledby="newsletter-title">
      <div className={styles.box}>
        <div>
          <h2 id="newsletter-title">{widget.title}</h2>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: HTML comes from the host, which has sanitised it */}
          <p className={styles.text} dangerouslySetInnerHTML={{ __html: widget.text }} />
        </div>
        <div ref={ref} className={styles.place}>
          {isNear && (
            <Suspense fallback={null}>
              <NewsletterForm widget={widget} source={source} learner={learner} />
            </Suspense>
          )}
        </div>
      </div>
    </section>
  );
}
