/**
 * Answers many questions of one kind with few lookups: what is asked while a lookup is under way waits and shares the next.
 * No answer is older than its question, for a lookup only takes what was asked before it began. A lookup that fails fails
 * for everyone who shared it.
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
