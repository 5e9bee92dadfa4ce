import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { happenings, type Trail } from './diagnostics';
import { sqlState } from './errors/failures';
import { statementOf } from './log';

/** Milliseconds that the last spans have to reach the collector, and after which it is said again that spans do not. */
const lastSend = 3_000;
const sayAgain = 600_000;

const named = { 'service.name': 'averin', 'service.instance.id': `${hostname()}-${process.pid}` };

/**
 * Sends a span of each request, and of each statement made for it, to the collector of OTEL_EXPORTER_OTLP_ENDPOINT; the
 * library reads the other OTEL_ variables. A span holds patterns of routes and names of statements, nothing that people
 * have entered. `say` hears now and then that spans do not arrive. Answers how to send what is left and stop, which takes a
 * moment at most and never fails.
 */
export function startTraces(say: (line: string) => void = console.error): () => Promise<void> {
  let said = Number.NEGATIVE_INFINITY;
  function sayLost(): void {
    if (performance.now() - said < sayAgain) return;
    said = performance.now();
    say('Traces do not reach the collector of OTEL_EXPORTER_OTLP_ENDPOINT, and are lost meanwhile.');
  }
  // What the library says of a failure may hold parts of what was to be sent.
  const unsaid = () => {};
  diag.setLogger(
    { error: sayLost, warn: unsaid, info: unsaid, debug: unsaid, verbose: unsaid },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(named))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('averin');
  const spans = new WeakMap<Trail, Span>();
  const stops = [
    happenings.requestBegun.hear(({ trail, method, route }) => {
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'averin.request_id': trail.requestId,
      };
      const options = { kind: SpanKind.SERVER, attributes };
      spans.set(trail, tracer.startSpan(`${method} ${route}`, options, parentOf(trail)));
    }),
    happenings.queryEnded.hear(({ trail, name, text, begun, seconds, error }) => {
      const parent = trail && spans.get(trail);
      if (!parent) return;
      const startTime = performance.timeOrigin + begun;
      const span = tracer.startSpan(
        name ?? statementOf(text),
        { kind: SpanKind.CLIENT, startTime, attributes: { 'db.system.name': 'postgresql' } },
        trace.setSpan(ROOT_CONTEXT, parent),
      );
      if (error !== undefined) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute('db.response.status_code', sqlState(error) ?? 'unknown');
      }
      span.end(startTime + seconds * 1_000);
    }),
    happenings.requestEnded.hear(({ trail, status }) => {
      const span = spans.get(trail);
      span?.setAttribute('http.response.status_code', status);
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    }),
  ];
  return async () => {
    for (const stop of stops) stop();
    const late = new AbortController();
    await Promise.race([
      provider.shutdown().catch(sayLost),
      setTimeout(lastSend, undefined, { signal: late.signal }).then(sayLost, unsaid),
    ]);
    late.abort();
  };
}

/** The span of a trusted proxy that a request is part of. */
function parentOf({ traceparent }: Trail): Context {
  const [, traceId, spanId, flags = ''] = traceparent?.split('-') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
