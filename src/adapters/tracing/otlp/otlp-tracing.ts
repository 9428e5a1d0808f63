import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Span, SpanStart, Tracing } from '#ports/tracing.ts';

interface OtlpOptions {
  /** URL of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly version: string;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;
/** Timeout in milliseconds of each export, and of the last one at shutdown. */
const timeoutMillis = 5_000;

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP, in batches. Nothing is patched and nothing is global:
 * only spans started here exist. The SDK itself reads the standard variables for headers, batches and sampling
 * (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_BSP_…`, `OTEL_TRACES_SAMPLER`).
 */
export function createOtlpTracing({ endpoint, version }: OtlpOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'meisterhand', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: timeoutMillis })],
  });
  const tracer = provider.getTracer('meisterhand');

  function begin(parent: Context, { name, kind, startedAt }: SpanStart): Span {
    const options = {
      kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind],
      ...(startedAt === undefined ? {} : { startTime: startedAt }),
    };
    const span = tracer.startSpan(name, options, parent);
    const own = trace.setSpan(parent, span);
    return {
      begin: (start) => begin(own, start),
      note(facts) {
        span.setAttributes(facts);
      },
      end(outcome) {
        // The error may quote sent data; the log contains it without that.
        if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  return {
    begin: (start) => begin(ROOT_CONTEXT, start),
    stop: () => provider.shutdown().catch(() => {}),
  };
}
