import type { Bearer } from './session.store.ts'

/** How long what was read of a bearer serves, in milliseconds: so late may another process hear of a suspension. */
const REMEMBERED_MS = 1000
/** Tokens that were presented within that time; nobody has so many. */
const REMEMBERED_MOST = 2000

/**
 * What is known of bearers, by the hash of the token presented: a page asks for several things at once, and a clerk for one page
 * after another. It is as old as its question, never older. `forget` is told of everything that this process may have changed;
 * a lookup that began before that serves those who wait for it and is not kept.
 */
export function rememberedBearers(deps: { now(): number; find(tokenHash: string): Promise<Bearer | undefined> }): {
  of(tokenHash: string): Promise<Bearer | undefined>
  forget(this: void): void
} {
  let known = new Map<string, { bearer: Bearer; askedAt: number }>()
  return {
    async of(tokenHash) {
      const at = deps.now()
      const kept = known.get(tokenHash)
      if (kept && at >= kept.askedAt && at - kept.askedAt < REMEMBERED_MS) return kept.bearer
      const asked = known
      const bearer = await deps.find(tokenHash)
      if (bearer) {
        if (asked.size >= REMEMBERED_MOST) asked.clear()
        // What was forgotten meanwhile has another map: this one is nobody's any more.
        asked.set(tokenHash, { bearer, askedAt: at })
      }
      return bearer
    },
    forget() {
      known = new Map()
    },
  }
}
