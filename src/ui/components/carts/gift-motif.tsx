import type { GiftTheme } from '#core/model/gift-choice.ts';
import { giftMotif, motifSize } from '#core/rules/gifts/gift-motifs.ts';

interface GiftMotifProps {
  readonly theme: GiftTheme;
  readonly className?: string | undefined;
}

/** The drawing of a gift's theme. Decorative: the theme's name is shown beside it. */
export function GiftMotif({ theme, className }: GiftMotifProps) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${motifSize} ${motifSize}`}
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={giftMotif(theme)} pathLength={1} />
    </svg>
  );
}
