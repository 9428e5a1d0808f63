import 'reflect-metadata/lite';
import { Container } from 'inversify';

/** A factory for the adapter of each port. A factory gets other ports by their name. */
export type Bindings<Ports extends object> = {
  readonly [Name in keyof Ports]: (
    get: <Other extends keyof Ports>(name: Other) => Ports[Other],
  ) => Ports[Name];
};

/** A typed container of ports. */
export interface PortContainer<Ports extends object> {
  /** Port names in the order of binding. */
  readonly names: readonly (keyof Ports & string)[];
  /** Returns the adapter, created at the first call. @throws Error if the port is not bound. */
  get<Name extends keyof Ports>(name: Name): Ports[Name];
  /** Returns the adapters of all ports. */
  all(): Ports;
}

/** Creates the container of the ports. There is one container per browser tab and one per server process. */
export function createPortContainer<Ports extends object>(bindings: Bindings<Ports>): PortContainer<Ports> {
  // `jitless` avoids generated code (eval), which the Content-Security-Policy forbids.
  const container = new Container({ defaultScope: 'Singleton', jitless: true });
  const names = Object.keys(bindings) as (keyof Ports & string)[];
  const get = <Name extends keyof Ports>(name: Name): Ports[Name] => container.get(name as string);
  for (const name of names) {
    container
      .bind(name)
      .toDynamicValue(() => bindings[name](get))
      .inSingletonScope();
  }
  return {
    names,
    get,
    all: () => Object.fromEntries(names.map((name) => [name, get(name)])) as Ports,
  };
}
