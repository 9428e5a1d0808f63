/** Measured service times, in milliseconds (docs/performance.md, "How many machines"). */
export interface Costs {
  /** Processor of the shop for a whole purchase: five calls, mails, jobs. */
  readonly purchase: number;
  /** Processor of the shop for a page that is kept, and for one of a visitor with a session. */
  readonly keptPage: number;
  readonly personalPage: number;
  /** Processor of PostgreSQL for a purchase and for a personal page. */
  readonly databasePurchase: number;
  readonly databasePage: number;
  /** Time of the log of PostgreSQL for a durable commit among many, and the commits of a purchase. */
  readonly commit: number;
  readonly commitsOfPurchase: number;
}

/** Arrivals a second, and the machines that serve them. */
export interface Scenario {
  readonly purchases: number;
  readonly keptPages: number;
  readonly personalPages: number;
  /** Processes of the shop, each with a core. */
  readonly processes: number;
  readonly databaseCores: number;
  /** Databases that share the orders, each with a log of its own. */
  readonly logs: number;
}

export interface Outcome {
  /** Utilisation, from 0 to 1. */
  readonly busy: { readonly shop: number; readonly database: number; readonly log: number };
  /**
   * Milliseconds from the first call to the last response of a purchase, without the provider: median and p99.
   */
  readonly purchase: readonly [median: number, p99: number];
  readonly page: readonly [median: number, p99: number];
}

/** Several servers with one queue in order of arrival. */
class Station {
  readonly #freeAt: number[];
  #busy = 0;

  constructor(servers: number) {
    this.#freeAt = Array.from({ length: servers }, () => 0);
  }

  /** Returns when work ends that arrives at `arrival` and takes `time`. */
  serve(arrival: number, time: number): number {
    let first = 0;
    for (let place = 1; place < this.#freeAt.length; place += 1)
      if ((this.#freeAt[place] ?? 0) < (this.#freeAt[first] ?? 0)) first = place;
    const end = Math.max(arrival, this.#freeAt[first] ?? 0) + time;
    this.#freeAt[first] = end;
    this.#busy += time;
    return end;
  }

  busy(milliseconds: number): number {
    return this.#busy / (milliseconds * this.#freeAt.length);
  }
}

const callsOfPurchase = 5;

/**
 * Simulates a shop for some time, event by event: arrivals at random (Poisson), service times spread exponentially
 * around their means, one queue for each kind of machine. A purchase is five calls one after the other; each takes its
 * share of the shop, of PostgreSQL and of its commits. `random` gives numbers from 0 to 1.
 */
export function simulateShop(
  costs: Costs,
  scenario: Scenario,
  seconds: number,
  random: () => number,
): Outcome {
  const around = (mean: number) => -Math.log(1 - random()) * mean;
  const shop = new Station(scenario.processes);
  const database = new Station(scenario.databaseCores);
  const log = new Station(scenario.logs);
  const end = 1_000 * seconds;
  type Step = {
    readonly at: number;
    readonly begun: number;
    readonly kind: 'purchase' | 'kept' | 'personal';
    readonly call: number;
  };
  const due = new Heap<Step>((step) => step.at);
  const arrive = (kind: Step['kind'], rate: number, after: number) => {
    const at = after + around(1_000 / rate);
    if (rate > 0 && at < end) due.add({ at, begun: at, kind, call: 0 });
  };
  arrive('purchase', scenario.purchases, 0);
  arrive('kept', scenario.keptPages, 0);
  arrive('personal', scenario.personalPages, 0);
  const purchases: number[] = [];
  const pages: number[] = [];
  for (let step = due.take(); step !== null; step = due.take()) {
    const { at, begun, kind, call } = step;
    if (kind === 'purchase') {
      if (call === 0) arrive(kind, scenario.purchases, at);
      let ended = shop.serve(at, around(costs.purchase / callsOfPurchase));
      ended = database.serve(ended, around(costs.databasePurchase / callsOfPurchase));
      ended = log.serve(ended, (costs.commit * costs.commitsOfPurchase) / callsOfPurchase);
      if (call + 1 < callsOfPurchase) due.add({ at: ended, begun, kind, call: call + 1 });
      else purchases.push(ended - begun);
      continue;
    }
    arrive(kind, kind === 'kept' ? scenario.keptPages : scenario.personalPages, at);
    const served = shop.serve(at, around(kind === 'kept' ? costs.keptPage : costs.personalPage));
    pages.push((kind === 'kept' ? served : database.serve(served, around(costs.databasePage))) - at);
  }
  return {
    busy: { shop: shop.busy(end), database: database.busy(end), log: log.busy(end) },
    purchase: [quantile(purchases, 0.5), quantile(purchases, 0.99)],
    page: [quantile(pages, 0.5), quantile(pages, 0.99)],
  };
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, another) => one - another);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** A priority queue: returns the item with the smallest key first. */
class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #keyOf: (item: Item) => number;

  constructor(keyOf: (item: Item) => number) {
    this.#keyOf = keyOf;
  }

  add(item: Item): void {
    const items = this.#items;
    items.push(item);
    for (let place = items.length - 1; place > 0; ) {
      const above = (place - 1) >> 1;
      if (this.#isOrdered(above, place)) break;
      this.#swap(above, place);
      place = above;
    }
  }

  take(): Item | null {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (first === undefined || last === undefined) return null;
    if (items.length === 0) return first;
    items[0] = last;
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      if (left >= items.length) return first;
      const below = right < items.length && !this.#isOrdered(left, right) ? right : left;
      if (this.#isOrdered(place, below)) return first;
      this.#swap(place, below);
      place = below;
    }
  }

  #isOrdered(above: number, below: number): boolean {
    return this.#key(above) <= this.#key(below);
  }

  #key(place: number): number {
    const item = this.#items[place];
    return item === undefined ? Number.POSITIVE_INFINITY : this.#keyOf(item);
  }

  #swap(one: number, another: number): void {
    const items = this.#items;
    const kept = items[one] as Item;
    items[one] = items[another] as Item;
    items[another] = kept;
  }
}
