/**
 * Shares one listener on a caller's signal between many calls: Node warns of a leak at more than ten
 * listeners.
 */
interface Followed {
  readonly followers: Set<AbortController>;
  readonly listener: () => void;
}

export class SharedSignals {
  readonly #followed = new WeakMap<AbortSignal, Followed>();

  /** Runs work with a signal of its own, which aborts with the caller's signal until the work has ended. */
  async during<Result>(signal: AbortSignal, work: (own: AbortSignal) => Promise<Result>): Promise<Result> {
    const own = new AbortController();
    const { followers, listener } = this.#followed.get(signal) ?? this.#follow(signal);
    followers.add(own);
    try {
      return await work(own.signal);
    } finally {
      followers.delete(own);
      if (followers.size === 0) {
        signal.removeEventListener("abort", listener);
        this.#followed.delete(signal);
      }
    }
  }

  #follow(signal: AbortSignal): Followed {
    const followers = new Set<AbortController>();
    const listener = (): void => {
      for (const follower of followers) follower.abort(signal.reason);
    };
    signal.addEventListener("abort", listener);
    const followed = { followers, listener };
    this.#followed.set(signal, followed);
    return followed;
  }
}
