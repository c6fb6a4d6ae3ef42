/**
 * Pictures that were asked for last, by their object's key: what a key stands for never changes, so that nothing here can be old. Small
 * ones only, so that a few large ones don't turn out a list's thumbnails.
 */
export function pictureCache(limits: { bytes: number; one: number }) {
  const kept = new Map<string, Buffer>()
  let held = 0
  return {
    async read(key: string, fetch: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
      const known = kept.get(key)
      if (known !== undefined) {
        // Last in the order of a Map is used last.
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const bytes = await fetch()
      if (bytes === undefined || bytes.length > limits.one || kept.has(key)) return bytes
      kept.set(key, bytes)
      held += bytes.length
      for (const [oldest, { length }] of kept) {
        if (held <= limits.bytes) break
        kept.delete(oldest)
        held -= length
      }
      return bytes
    },
    heldBytes: () => held,
  }
}
