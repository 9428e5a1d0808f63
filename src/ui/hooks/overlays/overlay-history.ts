/** The parts of a browser window that the overlay history uses. */
export type HistoryPage = Pick<Window, 'history' | 'location' | 'setTimeout'> & {
  addEventListener(type: 'popstate', listen: (event: Event) => void, options: { capture: true }): void;
};

export type OverlayHistory = ReturnType<typeof createOverlayHistory>;

/** How the router reached the current page. */
type NavigationType = 'POP' | 'PUSH' | 'REPLACE';

/**
 * Makes the browser's Back close the topmost open overlay instead of leaving the page
 * (docs/behaviour/navigation-and-layout.md#back-and-overlays).
 *
 * Each open overlay has a history entry with the address of its page. The router is not informed of moves between two
 * entries of one page. An entry without an open overlay remains when the overlay was closed by a button or left by a
 * link, or after a reload. Such an entry is skipped: a move that closes nothing continues in its direction, so that it
 * never costs an extra press; the next overlay reuses the entry. Entries are never removed, because that takes time in
 * which a link may be followed.
 *
 * Create it before the router listens to the history.
 */
export function createOverlayHistory(page: HistoryPage) {
  const { history, location } = page;
  /** Open overlays, the topmost last. */
  let overlays: readonly { readonly close: () => void }[] = [];
  /** The current entry. Positions increase along the history. */
  let here = { address: location.href, position: readPosition(history.state) ?? 0 };
  /** Lowest known position of an entry with the current address. */
  let lowest = here.position;

  function replaceState(position: number): void {
    history.replaceState({ ...history.state, position }, '');
  }

  /** Adds a history entry for each open overlay that has none. */
  function giveEntries(): void {
    while (overlays.length > here.position - lowest) {
      here = { ...here, position: here.position + 1 };
      history.pushState({ ...history.state, position: here.position }, '');
    }
  }

  /** Stores the current entry. */
  function stand(position: number): void {
    lowest = location.href === here.address ? Math.min(lowest, position) : position;
    here = { address: location.href, position };
  }

  page.addEventListener(
    'popstate',
    (event) => {
      const position = readPosition(history.state);
      if (position === null) return;
      const isSamePage = location.href === here.address;
      const steps = here.position - position;
      stand(position);
      // Zero steps: the router has left the page, and Back was pressed before the next one was shown.
      if (!isSamePage || steps === 0) return;
      event.stopImmediatePropagation();
      if (steps < 0 || overlays.length === 0) {
        history.go(-Math.sign(steps));
        return;
      }
      const closing = overlays.slice(-steps).toReversed();
      overlays = overlays.slice(0, -steps);
      for (const { close } of closing) close();
    },
    { capture: true },
  );

  return {
    /** Registers an open overlay; `close` closes it. Returns a function to call when it was closed otherwise. */
    open(close: () => void): () => void {
      const overlay = { close };
      overlays = [...overlays, overlay];
      // If the router has not reported this page yet, `handleNavigation` adds the entries.
      if (location.href === here.address) giveEntries();
      return () => {
        overlays = overlays.filter((other) => other !== overlay);
      };
    },
    /** Reports that the router shows an entry. Call it after each navigation. */
    handleNavigation(type: NavigationType): void {
      let position = readPosition(history.state);
      if (position === null) {
        // New entries of the router, and of links to anchors, have no position yet.
        const isNew = location.href !== here.address && type !== 'REPLACE';
        position = here.position + (isNew ? 1 : 0);
        replaceState(position);
      }
      stand(position);
      // Runs after menus and dialogs that close with their page.
      page.setTimeout(giveEntries);
    },
  };
}

function readPosition(state: unknown): number | null {
  const { position } = (state ?? {}) as { readonly position?: unknown };
  return typeof position === 'number' ? position : null;
}
