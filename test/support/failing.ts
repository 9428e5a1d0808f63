const networkFailure = { ok: false, error: { code: 'NETWORK', status: 0, detail: '', fields: {} } } as const;

/** Answers the named calls (`user_carts.get`) with a lost connection; all calls of all ports for `*`. */
export function failing(...calls: string[]) {
  return <Port extends object>(port: Port, name: string): Port =>
    new Proxy(port, {
      get(target, key) {
        const method: unknown = Reflect.get(target, key);
        const isCutOff = calls.includes('*') || calls.includes(`${name}.${String(key)}`);
        return typeof method === 'function' && isCutOff ? async () => networkFailure : method;
      },
    });
}
