import { LegalText } from '#ui/components/consumer-rights/legal-text.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import type { Route } from './+types/legal-route.ts';
import { sendConsent } from './consent-action.ts';
import { ConsentSettings } from './consent-settings.tsx';

export const handle: RouteHandle = { theme: 'paper' };

export async function loader({ context, request }: Route.LoaderArgs) {
  // The last segment of the address, with or without a trailing slash. The router requests only data at `…/slug.data`.
  const slug = /([^/]+?)(?:\/_?)?(?:\.data)?$/.exec(new URL(request.url).pathname)?.[1] ?? '';
  return { page: valueOrThrow(await context.get(shopContext).api.getContentPage({ params: { slug } })) };
}

export const action = (args: Route.ActionArgs) => sendConsent(args);

export default function LegalRoute({ loaderData }: Route.ComponentProps) {
  const { page } = loaderData;
  return (
    <>
      <PageMeta title={page.title} description={page.description} />
      <LegalText page={page}>{page.slug === 'datenschutz' && <ConsentSettings />}</LegalText>
    </>
  );
}
