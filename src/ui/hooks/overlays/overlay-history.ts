/** The parts of a browser window that the history of overlays needs. */
export type HistoryPage = Pick<Window, 'history' | 'location' | 'setTimeout'> & {
  addEventListener(type: 'popstate', listen: (event: Event) => void, options: { capture: true }): void;
};

export type OverlayHistory = ReturnType<typeof createOverlayHistory>;

/** How the router came to the page that is shown. */
type NavigationType = 'POP' | 'PUSH' | 'REPLACE';

/**
 * Makes the browser's Back close the topmost open overlay instead of leaving the page
 * (docs/behaviour/navigation-and-layout.md#back-and-overlays).
 *
 * An open overlay has an entry of the history with the address of its page. The router does not hear of moves between
 * two entries of one page. A move that closes nothing goes on in its direction, so that an entry without an open
 * overlay (closed by a button, left by a link, or there after a reload) never costs a press; the next overlay takes it
 * again. Nothing is ever removed from the history, because a removal takes time, in which a link may be followed.
 *
 * Create it before the router listens to the history.
 */
export function createOverlayHistory(page: HistoryPage) {
  const { history, location } = page;
  /** The open overlays, the topmost last. */
  let overlays: readonly { readonly close: () => void }[] = [];
  /** The entry that is shown. Positions grow along the history. */
  let here = { address: location.href, position: readPosition(history.state) ?? 0 };
  /** The lowest known position with the address of the page that is shown. */
  let lowest = here.position;

  function replaceState(position: number): void {
    history.replaceState({ ...history.state, position }, '');
  }

  /** Gives every open overlay an entry. */
  function giveEntries(): void {
    while (overlays.length > here.position - lowest) {
      here = { ...here, position: here.position + 1 };
      history.pushState({ ...history.state, position: here.position }, '');
    }
  }

  /** Notes the entry that is shown. */
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
      // No step: the router has left the page and is called back before the next one was shown.
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
    /** Tells that an overlay is open, which `close` closes. The returned function tells that it is closed. */
    open(close: () => void): () => void {
      const overlay = { close };
      overlays = [...overlays, overlay];
      // On a page that the router has not told of yet, `arrive` does it.
      if (location.href === here.address) giveEntries();
      return () => {
        overlays = overlays.filter((other) => other !== overlay);
      };
    },
    /** Tells that the router shows an entry; call it after each navigation. */
    arrive(type: NavigationType): void {
      let position = readPosition(history.state);
      if (position === null) {
        // The router's own entries, and those of links to a part of the page, have no position yet.
        const isNew = location.href !== here.address && type !== 'REPLACE';
        position = here.position + (isNew ? 1 : 0);
        replaceState(position);
      }
      stand(position);
      // Menus and dialogs that close with their page have done so in the next turn.
      page.setTimeout(giveEntries);
    },
  };
}

function readPosition(state: unknown): number | null {
  const { position } = (state ?? {}) as { readonly position?: unknown };
  return typeof position === 'number' ? position : null;
}
