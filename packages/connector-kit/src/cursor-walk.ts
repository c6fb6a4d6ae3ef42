/** One page of a list that is read piece by piece. `next` is a cursor or a page number; undefined on the last page. */
export type Page<T, C extends string | number> = { readonly items: readonly T[]; readonly next: C | undefined }

export type WalkOptions<C> = {
  /** Where to go on after an interruption. Left out: from the beginning. */
  readonly from?: C
  /** A stop against lists that never end. The walk ends there without an error. */
  readonly maxPages?: number
}

/**
 * Walks a list page by page, asking for the next page only when the consumer comes back for it: who stops early costs
 * the remote nothing more. Each page carries the cursor of the page after it, for whoever wants to resume.
 * Throws when the remote hands out a cursor that it handed out before, as the walk would never end.
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
