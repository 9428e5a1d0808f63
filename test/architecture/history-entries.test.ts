import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Navigation after a press, which adds a history entry. Automatic navigation replaces the entry of its page. */
const afterPress = new Set([
  'src/adapters/system/browser-navigation.ts: location.assign',
  // The bank, once for each payment.
  'src/ui/screens/orders/payment-return/payment-return-route.tsx: location.assign',
  'src/ui/document/use-reload-on-leave.ts: location.assign',
  'src/ui/layout/use-dialog-link.ts: location.assign',
  'src/ui/layout/search/search-dialog.tsx: navigate',
  'src/ui/screens/orders/order-lookup/order-lookup-route.tsx: location.assign',
  'src/ui/screens/orders/checkout/use-checkout.ts: navigate',
  'src/ui/screens/catalogue/courses/use-course-form.ts: navigate',
  'src/ui/screens/learning/lesson/lesson-ending.tsx: navigate',
]);

/** Returns the kinds of navigation in a file that add a history entry. */
function newEntries(file: string, text: string): string[] {
  const calls = [...text.matchAll(/\bnavigate\([\s\S]*?\);/g)].filter(
    ([call]) => !call.includes('replace: true'),
  );
  return [
    ...(calls.length > 0 ? [`${file}: navigate`] : []),
    ...(/\blocation\.(?:assign\(|href = )/.test(text) ? [`${file}: location.assign`] : []),
  ];
}

test('automatic navigation replaces its history entry, so that Back skips it', () => {
  expect(newEntries('a.ts', "void navigate(path, { replace: true });\nlocation.replace('/');")).toEqual([]);
  expect(newEntries('a.ts', 'await navigate(path);\nlocation.href = path;')).toHaveLength(2);
  const found = globSync('src/{ui,adapters,core}/**/*.{ts,tsx}').flatMap((file) =>
    newEntries(file, readFileSync(file, 'utf8')),
  );
  expect(new Set(found)).toEqual(afterPress);
});

/** Routes whose loader runs only after a press; others use `redirectFrom`, or `replace`. */
const redirecting = new Set([
  // It redirects only visitors who come from elsewhere: an order that waits for its buyer has no result yet.
  'src/ui/screens/orders/order-complete/order-complete-route.tsx',
]);

test('a loader that redirects replaces the history entry, or each press of Back would add one', () => {
  const adding = globSync('src/ui/screens/**/*-route.tsx').filter((file) =>
    /throw redirect\(/.test(readFileSync(file, 'utf8')),
  );
  expect(new Set(adding)).toEqual(redirecting);
});
