/** What an element holds; objects become elements with dashes for underscores, as Braintree writes them. */
export type XmlValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | XmlList
  | { readonly [name: string]: XmlValue };

/** Several elements of one name. A `collection` keeps its element's name when the vendor's SDK reads it. */
export interface XmlList {
  readonly list: 'array' | 'collection';
  readonly of: string;
  readonly values: readonly XmlValue[];
}

export function listOf(of: string, values: readonly XmlValue[], list: XmlList['list'] = 'array'): XmlList {
  return { list, of, values };
}

/** One element of Braintree's server API. `undefined` is left out. */
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
