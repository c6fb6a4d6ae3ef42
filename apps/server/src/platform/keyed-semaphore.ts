/**
 * At most so many pieces of work of one key at once, in this process; what comes meanwhile waits in line, first come, first served.
 */
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
      // Whoever waits longest takes the place over, so that nobody who comes in between slips in front of them.
      const next = line.waiting.shift()
      if (next) next()
      else if ((line.busy -= 1) === 0) lines.delete(key)
    }
  }
}
