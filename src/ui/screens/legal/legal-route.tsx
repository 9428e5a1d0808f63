import { PageMeta } from '#ui/document/page-meta.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import type { Route } from './+types/legal-route.ts';
import { LegalText } from './legal-text.tsx';

export const handle: RouteHandle = { theme: 'paper' };

export async function loader({ context, request }: Route.LoaderArgs) {
  // The last word of the address, whether a slash follows or not; data alone is asked for as `…/slug.data`.
  const slug = /([^/]+?)(?:\/_?)?(?:\.data)?$/.exec(new URL(request.url).pathname)?.[1] ?? '';
  return { page: valueOrThrow(await context.get(shopContext).queries.getContentPage(slug)) };
}

/** A legal page: nothing to do but read. */
export default function LegalRoute({ loaderData }: Route.ComponentProps) {
  const { page } = loaderData;
  return (
    <>
      <PageMeta title={page.title} description={page.description} />
      <LegalText page={page} />
    </>
  );
}
