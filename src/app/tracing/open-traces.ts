import { observeGateway } from '#app/modules/observe-gateway.ts';
import type { Config } from '#app/settings/config.ts';
import type { Mailer } from '#ports/mailer.ts';
import type { PaymentGateway } from '#ports/payment-gateway.ts';
import type { Tracing } from '#ports/tracing.ts';
import type { DatabaseObserver } from '#server/platform/database/connection.ts';
import { packageVersion } from '#server/platform/files/package-version.ts';
import { addSpanFacts, inSpan, recordSpan } from '#server/platform/spans.ts';

/** Tracing of this process, and wrappers that create spans for calls to other systems. */
export interface Traces {
  readonly tracing: Tracing;
  gateway(gateway: PaymentGateway): PaymentGateway;
  mailer(mailer: Mailer): Mailer;
  readonly database: DatabaseObserver;
}

/**
 * Opens the traces of this process if `OTEL_EXPORTER_OTLP_ENDPOINT` is set; otherwise null, and no code is loaded
 * (docs/behaviour/operations.md#traces).
 */
export async function openTraces(
  { traces }: Pick<Config, 'traces'>,
  started: AsyncDisposableStack,
): Promise<Traces | null> {
  if (traces === null) return null;
  const { createOtlpTracing } = await import('#adapters/tracing/otlp/otlp-tracing.ts');
  const tracing = createOtlpTracing({ endpoint: traces.endpoint, version: packageVersion() });
  started.defer(() => tracing.stop());
  return createTraces(tracing);
}

export function createTraces(tracing: Tracing): Traces {
  return {
    tracing,
    gateway: (gateway) =>
      observeGateway(gateway, (call, work) =>
        inSpan({ name: `gateway ${call}`, kind: 'client' }, () => {
          addSpanFacts({ provider: gateway.name });
          return work();
        }),
      ),
    mailer: (mailer) => ({
      send: (message) => inSpan({ name: 'mail send', kind: 'client' }, () => mailer.send(message)),
    }),
    database: {
      statement(milliseconds, isDone, sql) {
        const startedAt = Date.now() - milliseconds;
        recordSpan({ name: nameStatement(sql), kind: 'client', startedAt }, isDone ? 'done' : 'failed');
      },
    },
  };
}

/**
 * Returns the name of a statement: its verb and first table, such as `select orders` or `commit`. Its text is not used,
 * because it may contain values.
 */
function nameStatement(sql: string): string {
  const [, verb = 'statement'] = /^\s*([a-z]{1,20})\b/i.exec(sql) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]{1,40})\b/i.exec(sql) ?? [];
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`;
}
