import { Container } from 'inversify';
import type { Services, Token } from './tokens.ts';

/** A container whose services are known by name and type. Each is made once, when it is first asked for. */
export interface ServiceContainer {
  /**
   * Binds a service to the factory that makes it from the services named in `needed`. It is a compile error when the
   * factory makes something else, or needs a service that is not named or has another type.
   */
  bind<Name extends Token, Needed extends Token>(
    name: Name,
    factory: (dependencies: Pick<Services, NoInfer<Needed>>) => Services[Name],
    needed: readonly Needed[],
  ): void;
  /** Everything that is bound, in that order. */
  readonly names: readonly Token[];
  /** @throws Error when the service, or one it needs, is not bound. */
  get<Name extends Token>(name: Name): Services[Name];
}

/** Makes an empty container: one per browser tab, one per request on the server. */
export function createServiceContainer(): ServiceContainer {
  // Without code made at run time, which the page's content security policy forbids.
  const container = new Container({ defaultScope: 'Singleton', jitless: true });
  const names: Token[] = [];
  return {
    names,
    bind(name, factory, needed) {
      names.push(name);
      const make = (...values: unknown[]) => {
        const dependencies = Object.fromEntries(needed.map((key, index) => [key, values[index]]));
        return factory(dependencies as Parameters<typeof factory>[0]);
      };
      container.bind<Services[typeof name]>(name).toResolvedValue(make, [...needed]);
    },
    get: (name) => container.get(name),
  };
}
