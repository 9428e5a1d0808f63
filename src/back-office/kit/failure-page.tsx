import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useRevalidator, useRouteError } from 'react-router';
import type { Endpoint, EndpointValue } from '#api/endpoint.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { call } from './call.ts';
import styles from './failure-page.module.css';
import { PageHead } from './page-head.tsx';

/** Error thrown by a loader when its call fails. */
class CallFailed extends Error {
  readonly failure: CallFailure;

  constructor(failure: CallFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Returns the value of a successful call. @throws CallFailed, which the route shows as an error page */
export function unwrapOrThrow<Value>(result: Result<Value, CallFailure>): Value {
  if (result.ok) return result.value;
  throw new CallFailed(result.error);
}

/** Creates a loader that calls an endpoint with the parameters of the route's path. */
export function recordLoader<E extends Endpoint>(endpoint: E) {
  return async ({ params, request: { signal } }: LoaderFunctionArgs): Promise<EndpointValue<E>> =>
    unwrapOrThrow(await call(endpoint, { params: params as never }, { signal }));
}

type Kind = 'forbidden' | 'missing' | 'network' | 'other';

const kinds: Readonly<Record<string, Kind>> = {
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'missing',
  NETWORK: 'network',
};

/** Returns whether the call may succeed later: the server was unreachable or failed. */
export function isTemporaryFailure(error: unknown): boolean {
  return error instanceof CallFailed && ['network', 'other'].includes(kinds[error.failure.code] ?? 'other');
}

/** Error page of a screen: the cause, and what to do next. */
export function FailurePage() {
  const { t } = useTranslation('backOffice');
  const { revalidate, state } = useRevalidator();
  const error = useRouteError();
  const code = error instanceof CallFailed ? error.failure.code : statusCode(error);
  const kind = kinds[code] ?? 'other';
  return (
    <div className={styles.page}>
      <PageHead title={t(`failure.${kind}.title`)} />
      <p>{t(`failure.${kind}.text`)}</p>
      <div className={styles.actions}>
        {(kind === 'network' || kind === 'other') && (
          <Button isLoading={state === 'loading'} onClick={() => void revalidate()}>
            {t('failure.again')}
          </Button>
        )}
        <Link to="/">{t('failure.start')}</Link>
      </div>
    </div>
  );
}

function statusCode(error: unknown): string {
  const isMissing = typeof error === 'object' && error !== null && 'status' in error && error.status === 404;
  return isMissing ? 'NOT_FOUND' : 'INTERNAL';
}
