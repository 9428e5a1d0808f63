import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

/** Returns a function that finds the id of the route that shows a path; null for a path without one. */
export function findRouteIds({ routes }: Pick<ServerBuild, 'routes'>): (path: string) => string | null {
  const childrenOf = (parent: string | undefined): RouteObject[] =>
    Object.values(routes)
      .filter((route) => route !== undefined && route.parentId === parent)
      .map((route) => {
        const { id, path = '', index } = route as NonNullable<typeof route>;
        return index === true ? { id, path, index } : { id, path, children: childrenOf(id) };
      });
  const tree = childrenOf(undefined);
  return (path) => matchRoutes(tree, path)?.at(-1)?.route.id ?? null;
}
