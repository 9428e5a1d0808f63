import { Suspense } from 'react';
import type { NewsletterWidget } from '#core/model/content.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { useNearViewport } from '#ui/hooks/use-near-viewport.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './newsletter-box.module.css';

const NewsletterForm = lazyPart(() => import('./newsletter-form.tsx'), 'NewsletterForm');

export interface NewsletterBoxProps {
  /** Null when it could not be loaded. */
  readonly widget: NewsletterWidget | null;
  /** Place of the box; stored as proof of consent. */
  readonly source: string;
}

/**
 * Offers the newsletter to guests, and to learners who neither receive nor have declined it. The form is loaded near
 * the viewport, into space reserved for it (docs/behaviour/marketing.md#newsletter-box).
 */
export function NewsletterBox({ widget, source }: NewsletterBoxProps) {
  const learner = useLearner();
  const { ref, isNear } = useNearViewport<HTMLDivElement>(true);
  if (widget === null || !widget.is_active) return null;
  if (learner?.newsletter === true || learner?.declined_newsletter === true) return null;
  return (
    <section className={`${layout.wrap} ${layout.section}`} aria-labelledby="newsletter-title">
      <div className={styles.box}>
        <div>
          <h2 id="newsletter-title">{widget.title}</h2>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
          <p className={styles.text} dangerouslySetInnerHTML={{ __html: widget.text }} />
        </div>
        <div ref={ref} className={styles.place}>
          {isNear ? (
            <Suspense fallback={null}>
              <NewsletterForm widget={widget} source={source} />
            </Suspense>
          ) : (
            <ShopLink to="/newsletter" prefetch="never" className={styles.withoutScript}>
              {widget.button}
            </ShopLink>
          )}
        </div>
      </div>
    </section>
  );
}
