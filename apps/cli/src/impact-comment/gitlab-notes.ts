/** The comments of a merge request on GitLab, called notes there. @see https://docs.gitlab.com/api/notes/ */
import { allPages, type CommentStore, type OwnComment } from "./comments.ts";
import { type ApiOptions, requestJson } from "./requests.ts";
import type { GitLabRequest } from "./review-request.ts";

const PAGES = { perPage: 100, maxPages: 100 } as const;

interface Note extends OwnComment {
  readonly system: boolean;
  readonly author: { readonly id: number };
}

export function gitLabNotes(
  { api, projectId, number, token }: GitLabRequest,
  { wait }: Pick<ApiOptions, "wait">,
): CommentStore {
  const options: ApiOptions = { api, wait, headers: { "private-token": token ?? "" } };
  const notes = `/projects/${projectId}/merge_requests/${number}/notes`;
  return {
    listOwn: async () => {
      const account = (await requestJson({ method: "GET", path: "/user" }, options)) as {
        readonly id: number;
      };
      const query = `sort=asc&order_by=created_at&per_page=${PAGES.perPage}`;
      const all = await allPages(
        async (page) =>
          (await requestJson(
            { method: "GET", path: `${notes}?${query}&page=${page}` },
            options,
          )) as readonly Note[],
        PAGES,
      );
      return all
        .filter(({ system, author }) => !system && author.id === account.id)
        .map(({ id, body }) => ({ id, body }));
    },
    create: async (body) =>
      void (await requestJson({ method: "POST", path: notes, body: { body } }, options)),
    update: async (id, body) =>
      void (await requestJson({ method: "PUT", path: `${notes}/${id}`, body: { body } }, options)),
    remove: async (id) => void (await requestJson({ method: "DELETE", path: `${notes}/${id}` }, options)),
  };
}
