import type { SearchHit } from '#core/model/product.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/**
 * Finds courses, masters, books, gifts and posts by words, in the language of the page. Best first; word endings and
 * small typing errors are forgiven. Fewer than two characters find nothing.
 */
export interface Search {
  find(words: string): Promise<Result<readonly SearchHit[], CallFailure>>;
}
