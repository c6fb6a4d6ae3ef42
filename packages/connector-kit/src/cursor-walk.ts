/** One page of a list. `next`: a cursor or page number; undefined on the last page. */
export type Page<T, C extends string | number> = { readonly items: readonly T[]; readonly next: C | undefined }

export type WalkOptions<C> = {
  /** Where to continue after an interruption; left out: from the beginning */
  readonly from?: C
  /** a limit for lists that never end; the walk ends there without an error */
  readonly maxPages?: number
}

/**
 * Reads a list page by page, and the next page only when the consumer asks for it, so that stopping early costs nothing more. Each page
 * contains the next cursor, for resuming. Throws if the remote repeats a cursor, because the walk would never end.
 */
export async function* walkPages<T, C extends string | number>(
  fetchPage: (cursor: C | undefined) => Promise<Page<T, C>>,
  options: WalkOptions<C> = {},
): AsyncGenerator<Page<T, C>, void, undefined> {
  const seen = new Set<C>()
  let cursor = options.from
  for (let count = 0; count < (options.maxPages ?? Number.POSITIVE_INFINITY); count++) {
    if (cursor !== undefined) seen.add(cursor)
    const page = await fetchPage(cursor)
    yield page
    if (page.next === undefined) return
    if (seen.has(page.next)) throw new Error(`the remote repeats the cursor ${JSON.stringify(page.next)}`)
    cursor = page.next
  }
}

/** The same walk, item by item. */
export async function* walkItems<T, C extends string | number>(
  fetchPage: (cursor: C | undefined) => Promise<Page<T, C>>,
  options: WalkOptions<C> = {},
): AsyncGenerator<T, void, undefined> {
  for await (const page of walkPages(fetchPage, options)) yield* page.items
}
