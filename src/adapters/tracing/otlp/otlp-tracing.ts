import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Span, SpanStart, Tracing } from '#ports/tracing.ts';

interface OtlpOptions {
  /** Address of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly version: string;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;
/** Milliseconds for one delivery, and for the last one of a stop. */
const timeoutMillis = 5_000;

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP, in batches. Nothing is patched and nothing is global:
 * only what is begun here is a span. The SDK reads the standard variables for headers, batches and sampling itself
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
        // The error itself may quote what was sent; the log has it without that.
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
