import type { ComponentProps } from 'react';

/** A list without markers that stays a list for screen readers: Safari drops the role where list-style is none. */
export function List(props: ComponentProps<'ul'>) {
  // biome-ignore lint/a11y/noRedundantRoles: not redundant in Safari
  return <ul role="list" {...props} />;
}
