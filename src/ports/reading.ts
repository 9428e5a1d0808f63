import type { Post, PostCard } from '#core/model/blog.ts';
import type { MasterPage } from '#core/model/master.ts';
import type { Page } from '#core/model/primitives.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/** What there is to read: German blog posts, and masters in the language of the page. HTML has been sanitised by the host. */
export interface Reading {
  /** One page of posts, newest first; `number` counts from 1. */
  listPosts(page: {
    readonly number: number;
    readonly size: number;
  }): Promise<Result<Page<PostCard>, CallFailure>>;
  /** An unknown slug fails with `NOT_FOUND`, status 404. */
  getPost(slug: string): Promise<Result<Post, CallFailure>>;
  /** An unknown slug fails with `NOT_FOUND`, status 404. */
  getMaster(slug: string): Promise<Result<MasterPage, CallFailure>>;
}
