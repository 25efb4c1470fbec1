/** The comments of a pull request on GitHub. @see https://docs.github.com/rest/issues/comments */
import { allPages, type CommentStore, type OwnComment } from "./comments.ts";
import { type ApiOptions, requestJson, RequestFailure } from "./requests.ts";
import type { GitHubRequest } from "./review-request.ts";

const PAGES = { perPage: 100, maxPages: 100 } as const;

interface Comment extends OwnComment {
  readonly user: { readonly login: string; readonly type: string } | null;
}

export function gitHubComments(
  { api, repository, number, token }: GitHubRequest,
  { wait }: Pick<ApiOptions, "wait">,
): CommentStore {
  const options: ApiOptions = {
    api,
    wait,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token ?? ""}`,
      "x-github-api-version": "2022-11-28",
    },
  };
  const comments = `/repos/${repository}/issues`;
  return {
    listOwn: async () => {
      const login = await ownLogin(options);
      const all = await allPages(
        async (page) =>
          (await requestJson(
            {
              method: "GET",
              path: `${comments}/${number}/comments?per_page=${PAGES.perPage}&page=${page}`,
            },
            options,
          )) as readonly Comment[],
        PAGES,
      );
      return all
        .filter(({ user }) => (login === null ? user?.type === "Bot" : user?.login === login))
        .map(({ id, body }) => ({ id, body: body ?? "" }));
    },
    create: async (body) =>
      void (await requestJson(
        { method: "POST", path: `${comments}/${number}/comments`, body: { body } },
        options,
      )),
    update: async (id, body) =>
      void (await requestJson(
        { method: "PATCH", path: `${comments}/comments/${id}`, body: { body } },
        options,
      )),
    remove: async (id) =>
      void (await requestJson({ method: "DELETE", path: `${comments}/comments/${id}` }, options)),
  };
}

/**
 * Name of the token's account; null for the token of a job, which may not ask, and which writes as a bot.
 * Anybody can write a comment with our marker: it is not ours.
 */
async function ownLogin(options: ApiOptions): Promise<string | null> {
  try {
    return ((await requestJson({ method: "GET", path: "/user" }, options)) as { readonly login: string })
      .login;
  } catch (error) {
    if (error instanceof RequestFailure && error.isForbidden) return null;
    throw error;
  }
}
