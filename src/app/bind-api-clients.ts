import type { ApiClientOptions } from '#adapters/http/api-client.ts';
import { createApiClient } from '#adapters/http/api-client.ts';
import type { ServiceContainer } from './bind.ts';

/** After this many milliseconds without an answer a call has failed. */
const callTimeout = 30_000;

/** Binds the two clients of the API: one with a fresh bearer for every call, and one for the calls that fetch it. */
export function bindApiClients(
  { bind }: ServiceContainer,
  { fetch, base_url }: Pick<ApiClientOptions, 'fetch' | 'base_url'>,
): void {
  const common = { fetch, base_url, timeout_milliseconds: callTimeout };
  bind(
    'session_client',
    ({ initial_state, ...ports }) =>
      createApiClient({ ...common, ...ports, page_locale: initial_state.locale, access_tokens: null }),
    ['cookies', 'error_reporting', 'initial_state'],
  );
  bind(
    'api_client',
    ({ initial_state, ...ports }) =>
      createApiClient({ ...common, ...ports, page_locale: initial_state.locale }),
    ['access_tokens', 'cookies', 'error_reporting', 'initial_state'],
  );
}
