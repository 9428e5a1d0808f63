import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import type { OpenedPayments } from '#app/modules/open-payments.ts';
import { paymentOfferOf } from '#app/modules/payment-offer.ts';
import { createApplication } from '#app/pages/application.ts';
import { createBackOffice } from '#app/pages/back-office.ts';
import { mergeHosts } from '#app/pages/content-security-policy.ts';
import { createPageRateLimit, limitPages } from '#app/pages/overload-page.ts';
import { createPageCache } from '#app/pages/page-cache.ts';
import { readForms } from '#app/pages/page-forms.ts';
import { createWebRequests, type WebRequestParts } from '#app/pages/request-shop.ts';
import { respondFromMemory } from '#app/pages/respond-from-memory.ts';
import { findRouteIds } from '#app/pages/route-ids.ts';
import { createStaticFiles, type StaticFiles } from '#app/pages/static-files.ts';
import { createWebHandlers, type WebHandlers } from '#app/pages/web-handler.ts';
import type { Config } from '#app/settings/config.ts';
import type { Server } from '#app/wiring/server.ts';
import type { AnalyticsServices } from '#core/rules/tracking/analytics-pages.ts';
import type { Log } from '#ports/log.ts';
import type { CatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import type { WorkLimiter } from '#server/platform/http/limits/work-limiter.ts';
import type { ListenOptions } from './listen.ts';

/** Additional hosts of film segments. */
const filmHosts = ({ media }: Config) => media.module.hosts?.(media.settings) ?? [];

/** Dependencies of page rendering. */
export interface PageParts {
  readonly config: Config;
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  /** The development server; null if pages come from a build. */
  readonly before: ListenOptions['before'];
  readonly log: Log;
}

/** Creates the page handlers, with the hosts and settings of modules. */
export function createPages(
  { config, build, before, log }: PageParts,
  apiFetch: WebRequestParts['apiFetch'],
  payments: OpenedPayments,
): WebHandlers {
  const { analytics } = config;
  return createWebHandlers({
    build,
    openWebRequest: createWebRequests({
      apiFetch,
      config,
      analytics: pageServices(analytics),
      payment: paymentOfferOf(payments),
      log,
    }),
    payment: mergeHosts(payments.offered.map(({ hosts = {} }) => hosts)),
    analytics: mergeHosts(analytics.map(({ module, settings }) => module.hosts(settings))),
    films: filmHosts(config),
    isDevelopment: before !== null,
  });
}

interface RequestHandlerParts extends PageParts {
  readonly server: Server;
  readonly limiter: WorkLimiter;
  readonly changes: CatalogueChanges;
  readonly payments: OpenedPayments;
  isReady(): Promise<boolean>;
}

/** Creates the request handlers of pages, API and files, with the in-memory caches in front of them. */
export function createRequestHandlers({
  config,
  build,
  before,
  server,
  limiter,
  changes,
  payments,
  log,
  isReady,
}: RequestHandlerParts): Pick<ListenOptions, 'fetch' | 'before'> {
  const { render, renderShared } = createPages({ config, build, before, log }, server.routes, payments);
  const isSecure = config.siteUrl.startsWith('https:');
  const newRequestId = server.context.ids.uuid;
  // No cache in development, where the code of pages changes.
  const pageCache =
    before === null && typeof build !== 'function'
      ? createPageCache({
          renderShared: limitPages(renderShared, limiter, 'shared_page'),
          siteUrl: config.siteUrl,
          changes,
          routeIdOf: findRouteIds(build),
          isSecure,
          isBehindProxy: config.clientAddressHeader !== null,
          now: server.context.clock.now,
        })
      : null;
  const application = createApplication({
    server: server.routes,
    files: before === null ? builtFiles() : null,
    backOffice: createBackOffice(
      { host: config.backOfficeHost, path: config.backOfficePath },
      before === null ? join(projectRoot, 'build/back-office') : null,
      filmHosts(config),
    ),
    web: readForms(limitPages(render, limiter, 'page'), config.siteUrl),
    pageCache,
    refusePage: createPageRateLimit(server.context),
    isReady,
    isSecure,
    clientAddressHeader: config.clientAddressHeader,
    log,
    tracing: server.context.tracing,
    newRequestId,
  });
  const fromMemory = respondFromMemory({
    pageCache,
    apiResponseCache: server.apiResponseCache,
    isSecure,
    log,
    newRequestId,
  });
  return {
    fetch: application.fetch,
    before:
      before === null
        ? fromMemory
        : (request, response, next) => before(request, response, () => fromMemory(request, response, next)),
  };
}

/** Serves the files of the storefront's build, then those of the back office. */
function builtFiles(): StaticFiles {
  const folders = ['build/client', 'build/back-office'];
  const builds = folders.map((folder) => createStaticFiles(join(projectRoot, folder)));
  return (request) => {
    for (const files of builds) {
      const file = files(request);
      if (file !== null) return file;
    }
    return null;
  };
}

/** Returns the analytics services for pages. */
function pageServices(services: Config['analytics']): AnalyticsServices {
  return Object.fromEntries(
    services.map(({ module, settings }) => [
      module.name,
      { consent: module.consent, settings: module.browserSettings(settings) },
    ]),
  );
}
