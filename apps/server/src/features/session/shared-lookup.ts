/**
 * Combines many lookups of one kind: requests that arrive while a lookup is running wait and share the next one. No answer is older than
 * its request, because a lookup only takes requests from before it began. A failure affects everyone who shares the lookup.
 */
export function sharedLookup<T>(
  find: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | undefined> {
  let asked = new Set<string>()
  let next: Promise<ReadonlyMap<string, T>> | undefined
  let idle = Promise.resolve()

  const lookUp = async (): Promise<ReadonlyMap<string, T>> => {
    await idle
    const keys = [...asked]
    asked = new Set()
    next = undefined
    const answer = find(keys)
    idle = answer.then(
      () => undefined,
      () => undefined,
    )
    return answer
  }

  return async (key) => {
    asked.add(key)
    next ??= lookUp()
    return (await next).get(key)
  }
}
