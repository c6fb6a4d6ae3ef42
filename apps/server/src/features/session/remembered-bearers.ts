import type { Bearer } from './session.store.ts'

/** How long an entry is cached, in milliseconds; another process may notice a suspension this late. */
const REMEMBERED_MS = 1000
/** Maximum number of cached tokens. */
const REMEMBERED_MOST = 2000

/**
 * A short cache of token owners, by the hash of the token, because a page makes several calls at once. An entry is never older than the
 * request that caused it. `forget` is called after everything in this process that may change it; a lookup that began before serves those
 * who wait for it and is not cached.
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
        // If `forget` was called meanwhile, this is no longer the current map, and the entry is lost with it.
        asked.set(tokenHash, { bearer, askedAt: at })
      }
      return bearer
    },
    forget() {
      known = new Map()
    },
  }
}
