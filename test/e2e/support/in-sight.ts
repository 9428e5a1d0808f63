import type { Locator } from '@playwright/test';

/** Returns whether an element is wholly in the window, and nothing else is painted at nine points of its box. */
export function isInSight(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    const isOnTop = points.every(([x, y]) => {
      const painted = document.elementFromPoint(left + x * width, top + y * height);
      return painted !== null && (element.contains(painted) || painted.contains(element));
    });
    return width > 0 && height > 0 && isInside && isOnTop;
  });
}
