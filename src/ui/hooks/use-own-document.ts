import { useEffect } from 'react';
import { createPath, useBlocker } from 'react-router';

/**
 * Makes leaving this page a full document load, by whatever link or menu: what its policy allows, such as the hosts of
 * the payment provider, ends with the document (decisions §7).
 */
export function useOwnDocument(): void {
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => nextLocation.pathname !== currentLocation.pathname,
  );
  useEffect(() => {
    if (leaving.state === 'blocked') window.location.assign(createPath(leaving.location));
  }, [leaving]);
}
