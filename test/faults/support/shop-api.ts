import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape pass here, who asks knows which.
  readonly body: any;
}

/** What a shopper puts up with before saying that the shop has failed. */
export interface Patience {
  /** Milliseconds in which a call is made again and again. */
  readonly forOneCall: number;
}

/** What callers have seen of trouble. */
export interface Troubles {
  /** No answer at all: refused, cut off, too late. */
  unanswered: number;
  /** 503 that says when to come back. */
  unavailable: number;
  /** What must never come: other 5xx, 503 without Retry-After, an answer that is not JSON. */
  readonly wrong: string[];
  /** Milliseconds of the slowest answer. */
  slowest: number;
}

/** The API as a client behind a load balancer sees it: any of the hosts may answer. */
export interface ShopApi {
  readonly troubles: Troubles;
  /** Asks until the shop has answered; a 503 is no answer yet. Throws when the patience ends. */
  ask(call: Call, patience: Patience): Promise<Answer>;
}

const againMs = 150;
const longestAnswer = 40_000;

export function createShopApi(hosts: readonly string[]): ShopApi {
  const troubles: Troubles = { unanswered: 0, unavailable: 0, wrong: [], slowest: 0 };

  async function once({ method, path, body, headers }: Call): Promise<Answer | null> {
    const begun = performance.now();
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${hosts[randomInt(hosts.length)]}/api${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', 'X-App-Language': 'de', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(longestAnswer),
      });
      text = await response.text();
    } catch {
      troubles.unanswered += 1;
      return null;
    }
    troubles.slowest = Math.max(troubles.slowest, performance.now() - begun);
    const { status } = response;
    if (status === 503 && response.headers.has('Retry-After')) {
      troubles.unavailable += 1;
      return null;
    }
    if (status >= 500 || !response.headers.get('Content-Type')?.startsWith('application/json')) {
      troubles.wrong.push(
        `${method} ${path.replace(/\/[0-9a-f-]{36}/, '/:id')}: ${status} ${text.slice(0, 200)}`,
      );
      return null;
    }
    return { status, body: JSON.parse(text) };
  }

  return {
    troubles,
    async ask(call, { forOneCall }) {
      for (const deadline = Date.now() + forOneCall; Date.now() < deadline; await pause(againMs)) {
        const answer = await once(call);
        if (answer !== null) return answer;
      }
      throw new Error(`${call.method} ${call.path} was not answered within ${forOneCall / 1000} s`);
    },
  };
}
