import 'reflect-metadata/lite';
import { Container } from 'inversify';

/** How each port gets its adapter; one that needs others gets them by name. */
export type Bindings<Ports extends object> = {
  readonly [Name in keyof Ports]: (
    get: <Other extends keyof Ports>(name: Other) => Ports[Other],
  ) => Ports[Name];
};

/** A container whose ports are known by name and type. */
export interface PortContainer<Ports extends object> {
  /** Every port's name, in the order they were bound. */
  readonly names: readonly (keyof Ports & string)[];
  /** Makes the port's adapter when it is first asked for. @throws Error when it is not bound. */
  get<Name extends keyof Ports>(name: Name): Ports[Name];
  /** All ports. */
  all(): Ports;
}

/** Binds each port to its adapter: one container per browser tab, and one per server process. */
export function createPortContainer<Ports extends object>(bindings: Bindings<Ports>): PortContainer<Ports> {
  // Without code made at run time, which the page's content security policy forbids.
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
