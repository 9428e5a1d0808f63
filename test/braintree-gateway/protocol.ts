import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from './gateway-state.ts';

export interface GatewayRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface GatewayAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One side of the gateway: the API for merchants, or the API for browsers. */
export interface GatewayPart {
  /** Returns the operation's name, such as `server.transactions.create`; null for a request of another side. */
  nameOf(request: GatewayRequest): string | null;
  /** Returns a fault that the request's data cause, such as a nonce that was created to fail. */
  faultOf?(request: GatewayRequest): Fault | null;
  /**
   * Handles a request. `fault` is a fault that only this side can simulate (`decline`, `reject`,
   * `expired_token`, `slow` while working).
   */
  answer(request: GatewayRequest, name: string, fault: Fault | null): GatewayAnswer | Promise<GatewayAnswer>;
}

/** The body of a request, parsed as JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parses the body of a request; an empty body has no fields. */
export function parseFields(body: string): Fields {
  return body === '' ? {} : JSON.parse(body);
}

/** Returns the name of the call that a request below `root` makes, and the id in its path; null for none. */
export function findCall<Name extends string>(
  calls: readonly (readonly [method: string, path: RegExp, name: Name])[],
  root: string,
  { method, path }: GatewayRequest,
): { readonly name: Name; readonly id: string } | null {
  if (!path.startsWith(`${root}/`)) return null;
  for (const [verb, pattern, name] of calls) {
    const match = verb === method ? pattern.exec(path.slice(root.length)) : null;
    if (match !== null) return { name, id: decodeURIComponent(match[1] ?? '') };
  }
  return null;
}

export function inner(fields: Fields, name: string): Fields {
  const value = fields[name];
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function toCents(amount: string): number {
  return Math.round(Number(amount) * 100);
}

/** The content of an XML element. Keys become element names, with dashes instead of underscores. */
export type XmlValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | XmlList
  | { readonly [name: string]: XmlValue };

/** Several elements with one name. Braintree's server SDK keeps the element name of a `collection`. */
interface XmlList {
  readonly list: 'array' | 'collection';
  readonly of: string;
  readonly values: readonly XmlValue[];
}

export function listOf(of: string, values: readonly XmlValue[], list: XmlList['list'] = 'array'): XmlList {
  return { list, of, values };
}

/** Returns one element of Braintree's server API as XML; an empty string for `undefined`. */
export function toXml(name: string, value: XmlValue): string {
  const tag = name.replaceAll('_', '-');
  if (value === undefined) return '';
  if (value === null) return `<${tag} nil="true"/>`;
  if (typeof value === 'boolean') return `<${tag} type="boolean">${value}</${tag}>`;
  if (typeof value === 'number') return `<${tag} type="integer">${value}</${tag}>`;
  if (typeof value === 'string') return `<${tag}>${escapeText(value)}</${tag}>`;
  if (isList(value)) {
    const inner = value.values.map((item) => toXml(value.of, item)).join('');
    return `<${tag} type="${value.list}">${inner}</${tag}>`;
  }
  const inner = Object.entries(value).map(([key, child]) => toXml(key, child));
  return `<${tag}>${inner.join('')}</${tag}>`;
}

function isList(value: object): value is XmlList {
  return 'list' in value && 'of' in value;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function json(status: number, value: unknown): GatewayAnswer {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}
