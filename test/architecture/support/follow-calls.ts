import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

/** A function, method or constant: `file#name`, the file relative to the project's folder. */
export type Place = `${string}#${string}`;

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

interface Source {
  /** Everything declared in the file, at any depth, by its name. */
  readonly declared: ReadonlyMap<string, readonly Node[]>;
  /** Imported values with the place that declares them; types and packages are left out. */
  readonly imported: ReadonlyMap<string, Place>;
}

const aliases: Readonly<Record<string, string>> = {
  '#core': 'src/core',
  '#ports': 'src/ports',
  '#api': 'src/api',
  '#adapters': 'src/adapters',
  '#ui': 'src/ui',
  '#server': 'src/server',
  '#app': 'src/app',
};

/**
 * Follows calls without running them: from each place to every function and constant that its code names, in its file
 * and by static imports, and so on. Returns the files in the order in which they are found.
 *
 * It follows the names in all branches of a body, except `catch` clauses and the places in `skipped`. It does not
 * follow types, packages, arguments and names that are resolved at run time: list their targets in `begins`. Throws
 * when a place does not exist.
 */
export function followCalls(
  root: string,
  begins: readonly Place[],
  skipped: readonly string[] = [],
): readonly string[] {
  const sources = new Map<string, Source>();
  const seen = new Set<string>();
  const files = new Set<string>();

  function sourceOf(file: string): Source {
    const known = sources.get(file) ?? readSource(root, file);
    sources.set(file, known);
    return known;
  }

  /** `skipped` has places, and folders with a slash at their end. */
  const isSkipped = (place: string) =>
    skipped.some((one) => (one.endsWith('/') ? place.startsWith(one) : place === one));

  function visit(place: string): void {
    if (seen.has(place) || isSkipped(place)) return;
    seen.add(place);
    const [file = '', name = ''] = place.split('#');
    const { declared, imported } = sourceOf(file);
    const nodes = declared.get(name);
    if (nodes === undefined) throw new Error(`${file} declares no ${name}`);
    files.add(file);
    for (const used of nodes.flatMap((node) => [...namesIn(node)])) {
      const elsewhere = imported.get(used);
      if (elsewhere !== undefined) visit(elsewhere);
      else if (declared.has(used)) visit(`${file}#${used}`);
    }
  }

  for (const place of begins) visit(place);
  return [...files];
}

function readSource(root: string, file: string): Source {
  const { program, module } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  const declared = new Map<string, Node[]>();
  for (const node of nodesIn(program as unknown as Node)) {
    const name = declaredName(node);
    if (name !== null) declared.set(name, [...(declared.get(name) ?? []), node]);
  }
  const imported = new Map<string, Place>();
  for (const { moduleRequest, entries } of module.staticImports) {
    const target = fileOf(root, file, moduleRequest.value);
    if (target === null) continue;
    for (const { isType, importName, localName } of entries) {
      if (!isType) imported.set(localName.value, `${target}#${importName.name ?? 'default'}`);
    }
  }
  return { declared, imported };
}

/** Returns the name of the function, value or method that a node declares; null for other nodes. */
function declaredName(node: Node): string | null {
  const isMethod = node.type === 'Property' && isFunction(node.value);
  if (isMethod || node.type === 'MethodDefinition') return nameOf(node.key);
  const isDeclared = ['FunctionDeclaration', 'VariableDeclarator', 'ClassDeclaration'].includes(node.type);
  return isDeclared ? nameOf(node.id) : null;
}

function isFunction(value: unknown): boolean {
  return isNode(value) && ['ArrowFunctionExpression', 'FunctionExpression'].includes(value.type);
}

function nameOf(value: unknown): string | null {
  return isNode(value) && value.type === 'Identifier' ? String(value.name) : null;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Yields the nodes that can run: no types and no error handlers. */
function* nodesIn(node: Node): Generator<Node> {
  if (node.type.startsWith('TS') && !('expression' in node)) return;
  if (node.type === 'CatchClause') return;
  yield node;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'returnType' || key === 'typeParameters') continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesIn(child);
  }
}

/** Yields the names of values that a node uses: no declarations, parameters or properties. */
function* namesIn(node: Node): Generator<string> {
  const own = new Set<string>();
  const labels = new Set<unknown>();
  const used: Node[] = [];
  for (const inner of nodesIn(node)) {
    if (Array.isArray(inner.params)) for (const name of inner.params.flatMap(boundNames)) own.add(name);
    if (inner.type === 'MemberExpression' && inner.computed !== true) labels.add(inner.property);
    if (inner.type === 'Property' && inner.computed !== true) labels.add(inner.key);
    if (inner.type === 'VariableDeclarator' || inner.type === 'FunctionDeclaration') labels.add(inner.id);
    if (inner.type === 'Identifier') used.push(inner);
  }
  for (const identifier of used) {
    const name = String(identifier.name);
    if (!labels.has(identifier) && !own.has(name)) yield name;
  }
}

/** Returns the names that a parameter binds, also by destructuring. */
function boundNames(parameter: unknown): readonly string[] {
  if (!isNode(parameter)) return [];
  switch (parameter.type) {
    case 'Identifier':
      return [String(parameter.name)];
    case 'ObjectPattern':
      return (parameter.properties as Node[]).flatMap((one) => boundNames(one.value ?? one.argument));
    case 'ArrayPattern':
      return (parameter.elements as unknown[]).flatMap(boundNames);
    case 'AssignmentPattern':
      return boundNames(parameter.left);
    case 'RestElement':
      return boundNames(parameter.argument);
    default:
      return [];
  }
}

/** Returns the file of the project that a specifier names; null for packages and generated modules. */
function fileOf(root: string, from: string, specifier: string): string | null {
  const [alias = '', ...path] = specifier.split('/');
  const folder = aliases[alias];
  const file = folder === undefined ? join(dirname(from), specifier) : [folder, ...path].join('/');
  const isOfProject = folder !== undefined || specifier.startsWith('.');
  return isOfProject && /\.tsx?$/.test(file) && existsSync(join(root, file)) ? file : null;
}
