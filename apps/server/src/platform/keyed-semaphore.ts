/** Limits concurrent work for each key in this process; further work waits in a queue, first come, first served. */
export function keyedSemaphore(atOnce: number) {
  const lines = new Map<string, { busy: number; waiting: (() => void)[] }>()

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { busy: 0, waiting: [] }
    lines.set(key, line)
    if (line.busy < atOnce) line.busy += 1
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place is handed directly to the longest waiter, so that a newcomer cannot take it first.
      const next = line.waiting.shift()
      if (next) next()
      else if ((line.busy -= 1) === 0) lines.delete(key)
    }
  }
}
