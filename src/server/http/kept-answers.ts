import type { CatalogueChanges } from '#server/database/catalogue-changes.ts';
import type { KeptResponses, ResponseWishes } from './kept-responses.ts';
import { createKeptResponses } from './kept-responses.ts';

/** The request headers that choose the language of an answer. */
export interface LanguageHeaders {
  readonly appLanguage: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/** Answers of the API that everybody may get (docs/behaviour/api-conventions.md#kept-answers). */
export interface KeptAnswers {
  /** `key`: everything that the answer depends on; `name`: the endpoint; `address`: path and query as they were sent. */
  serve(
    request: {
      readonly key: string;
      readonly name: string;
      readonly address: string;
      readonly language: LanguageHeaders;
      readonly wishes: ResponseWishes;
    },
    make: () => Promise<Response>,
  ): Promise<Response>;
  /** The kept answer at an address, if it is as good as a new one; else null. */
  recall(
    address: string,
    language: LanguageHeaders,
    wishes: ResponseWishes,
  ): ReturnType<KeptResponses['recall']>;
}

interface KeptAnswersParts {
  readonly changes: Pick<CatalogueChanges, 'version'>;
  /** Milliseconds since the epoch, by the shop's clock. */
  now(): number;
}

/** Bytes of all kept answers together. */
const memoryLimit = 48 * 1024 * 1024;
/** Milliseconds. Validity by time, such as that of a campaign, is looked up again after a minute. */
const freshFor = 60_000;
/** Orders change the stock without telling, so an answer that names it is old after a second. */
const freshWithStock = 1_000;
const namesStock = /"stock":\d/;

/** Creates the keeper of answers; there is one per process. */
export function createKeptAnswers({ changes, now }: KeptAnswersParts): KeptAnswers {
  const kept = createKeptResponses({
    changes,
    now,
    memoryLimit,
    freshFor: (text) => (namesStock.test(text) ? freshWithStock : freshFor),
    servedFor: 0,
    headers: ['Content-Type', 'Content-Language', 'X-Content-Type-Options'],
    vary: 'X-App-Language, Accept-Language',
    hasBrotli: false,
  });
  return {
    serve: ({ key, name, address, language, wishes }, make) =>
      kept.serve({ key, name, wishes, sent: sentBy(address, language) }, make),
    recall: (address, language, wishes) => kept.recall(sentBy(address, language), wishes),
  };
}

function sentBy(address: string, { appLanguage = '', acceptLanguage = '' }: LanguageHeaders): string {
  return `${address}\n${appLanguage}\n${acceptLanguage}`;
}
