import type { FailureCode } from '#api/failure.ts';
import type { Locale } from '#core/model/primitives.ts';
import { escapeHtml } from '#server/escape-html.ts';
import type { FailureTexts } from '#server/http/failures.ts';
import { failureStatuses } from '#server/http/failures.ts';
import type {
  OpenApiDocument,
  OpenApiField,
  OpenApiOperation,
  OpenApiResponse,
} from './open-api-document.ts';
import { codeBlock } from './render-markdown.ts';
import { describeType, renderSchema, withCode } from './render-schema.ts';

export interface RenderedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

export interface OperationSurroundings {
  readonly document: OpenApiDocument;
  readonly texts: FailureTexts;
  /** Language of the sentences of refusals. */
  readonly locale: Locale;
}

/** One call, folded up until it is opened or its address is followed. */
export function renderOperation(
  { method, path, operation }: RenderedOperation,
  { texts, locale }: OperationSurroundings,
): string {
  const { operationId, summary, description, requestBody, responses } = operation;
  const fields = operation.parameters.filter((field): field is OpenApiField => !('$ref' in field));
  const [mediaType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return `<details class="call">
<summary><h3><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3> <span class="summary">${escapeHtml(summary)}</span></summary>
<div class="inside" id="${escapeHtml(operationId)}">
${description === undefined ? '' : `<p>${withCode(description)}</p>`}
<p class="facts"><span>${access(operation)}</span> <span>Operation <code>${escapeHtml(operationId)}</code></span></p>
${fields.length === 0 ? '' : `<h4>Parameters</h4><ul class="fields">${fields.map(renderField).join('\n')}</ul>`}
${body === undefined ? '' : `<h4>Request <span class="type">${escapeHtml(mediaType ?? '')}</span></h4>${renderSchema(body.schema)}${codeBlock(pretty(body.example), `Example of a request: ${summary}`)}`}
${Object.entries(responses)
  .filter(([status]) => Number(status) < 300)
  .map(([status, response]) => renderSuccess(status, response, summary))
  .join('\n')}
<h4>Refusals</h4>
${renderRefusals(operation, texts, locale)}
</div>
</details>`;
}

function renderField({ name, in: place, required, description, schema, example }: OpenApiField): string {
  const parts = [
    ...(description === undefined ? [] : [withCode(description)]),
    ...(schema.default === undefined
      ? []
      : [`Without it: <code>${escapeHtml(String(schema.default))}</code>.`]),
    ...(example === undefined ? [] : [`Example: <code>${escapeHtml(String(example))}</code>.`]),
  ];
  return `<li><code class="name">${escapeHtml(name)}</code> <span class="type">in the ${place}, ${describeType(schema)}</span> ${required ? '<span class="need">required</span>' : ''}<span class="note">${parts.join(' ')}</span></li>`;
}

function renderSuccess(status: string, { description, content }: OpenApiResponse, summary: string): string {
  const [type, media] = Object.entries(content)[0] ?? [];
  if (type === undefined || media === undefined) return '';
  const example =
    media.example === undefined ? '' : codeBlock(pretty(media.example), `Example of an answer: ${summary}`);
  return `<h4>Answer ${status} <span class="type">${escapeHtml(type)}</span></h4>
${description === 'Done.' ? '' : `<p>${withCode(description)}</p>`}${renderSchema(media.schema)}${example}`;
}

function renderRefusals({ responses }: OpenApiOperation, texts: FailureTexts, locale: Locale): string {
  const codes = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { content }]) => Object.keys(content['application/json']?.examples ?? {})) as FailureCode[];
  return renderCodes(codes, texts, locale);
}

/** Codes with status and sentence. */
export function renderCodes(codes: readonly FailureCode[], texts: FailureTexts, locale: Locale): string {
  const rows = codes.map(
    (code) =>
      `<div><dt><span class="status">${failureStatuses[code]}</span> <code>${code}</code></dt><dd lang="${locale}">${escapeHtml(texts[locale][code].detail)}</dd></div>`,
  );
  return `<dl class="codes">${rows.join('\n')}</dl>`;
}

function access({ security }: OpenApiOperation): string {
  const names = security.flatMap((needs) => Object.keys(needs));
  if (names.includes('orderToken')) return 'Bearer of the buyer, or <code>X-Order-Token</code>';
  if (names.length === 0) return 'Open to anyone';
  return security.some((needs) => Object.keys(needs).length === 0) ? 'Guests, or a bearer' : 'Needs a bearer';
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
