import { failureCodes } from '#api/failure.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { exampleValue } from './example-value.ts';
import { codeBlock, renderDocumentation } from './render-markdown.ts';
import type { OperationSurroundings, RenderedOperation } from './render-operation.ts';
import { renderCodes, renderOperation } from './render-operation.ts';
import { anchorOf, renderSchema, withCode } from './render-schema.ts';

/** The OpenAPI document as a page to read: no script, one stylesheet, everything on it. */
export function renderPage(surroundings: OperationSurroundings): string {
  const { document, texts, locale } = surroundings;
  const areas = document.tags.map(({ name, description }) => ({
    name,
    description,
    anchor: anchorOfArea(name),
    operations: operationsOf(surroundings, name),
  }));
  const other = locale === 'de' ? { locale: 'en', name: 'English' } : { locale: 'de', name: 'German' };
  return `<!doctype html>
<html lang="en" data-theme="paper">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)}</title>
<meta name="description" content="How to write a client for this shop: every call with its schemas, examples and refusals.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header data-theme="ink"><p class="brand"><a href="/">Meisterhand</a> <span>API ${escapeHtml(document.info.version)}</span></p>
<p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p></header>
<div class="columns">
<nav aria-label="Contents">
<ul class="contents"><li><a href="#introduction">Introduction</a></li>
${areas.map(renderContents).join('\n')}
<li><a href="#schemas">Schemas</a></li><li><a href="#codes">Codes of refusals</a></li></ul></nav>
<main id="content" tabindex="-1">
<section id="introduction" aria-labelledby="title"><h1 id="title">${escapeHtml(document.info.title)}</h1>
${renderDocumentation(document.info.description)}</section>
${areas
  .map(
    ({ name, description, anchor, operations }) => `<section class="area" aria-labelledby="${anchor}">
<h2 id="${anchor}">${escapeHtml(name)}</h2>
<p class="lead">${withCode(description)}</p>
${operations.map((operation) => renderOperation(operation, surroundings)).join('\n')}
</section>`,
  )
  .join('\n')}
<section class="area" aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
<p class="lead">Forms that recur. A name with “Input” is the form in which a client sends it.</p>
${renderSchemas(surroundings)}</section>
<section class="area" aria-labelledby="codes"><h2 id="codes">Codes of refusals</h2>
<p class="lead">Every code, its status and its sentence. <a href="/api/docs?language=${other.locale}#codes">Sentences in ${other.name}</a></p>
${renderCodes(failureCodes, texts, locale)}</section>
</main>
</div>
</body>
</html>`;
}

interface ShownArea {
  readonly name: string;
  readonly anchor: string;
  readonly operations: readonly RenderedOperation[];
}

function renderContents({ name, anchor, operations }: ShownArea): string {
  const calls = operations.map(
    ({ operation }) =>
      `<li><a href="#${escapeHtml(operation.operationId)}">${escapeHtml(operation.summary)}</a></li>`,
  );
  return `<li><a href="#${anchor}">${escapeHtml(name)}</a><ul>${calls.join('')}</ul></li>`;
}

function renderSchemas({ document }: OperationSurroundings): string {
  const { schemas } = document.components;
  return Object.entries(schemas)
    .map(
      ([name, schema]) => `<details class="call"><summary><h3><code>${escapeHtml(name)}</code></h3>${
        schema.description === undefined
          ? ''
          : ` <span class="summary">${withCode(schema.description)}</span>`
      }</summary>
<div class="inside" id="${anchorOf(name)}">${renderSchema(schema)}${codeBlock(
        JSON.stringify(exampleValue(schema, schemas, true), null, 2),
        `Example of ${name}`,
      )}</div></details>`,
    )
    .join('\n');
}

function operationsOf({ document }: OperationSurroundings, tag: string): readonly RenderedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

function anchorOfArea(name: string): string {
  return `area-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`;
}
