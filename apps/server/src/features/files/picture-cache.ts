/**
 * Recently requested pictures, by object key; the content of a key never changes, so nothing can be outdated. Only small ones, so that a
 * few large ones do not push out a list's thumbnails.
 */
export function pictureCache(limits: { bytes: number; one: number }) {
  const kept = new Map<string, Buffer>()
  let held = 0
  return {
    async read(key: string, fetch: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
      const known = kept.get(key)
      if (known !== undefined) {
        // The most recently used entry is the last one in the Map.
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
