/** Work that is due at an instant. `gone` marks cancelled work: it stays in the queue until it reaches the front. */
export type Due = { at: number; seq: number; gone: boolean; work: () => void }

const before = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.seq < b.seq)

/**
 * Alarms by instant; those of one instant in the order in which they were set. A binary heap, because a busy shop and its messages have
 * tens of thousands of them at a time.
 */
export function dueQueue() {
  const heap: Due[] = []
  let lastSeq = 0

  const sinkFromTop = (): void => {
    let at = 0
    for (;;) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && before(heap[child]!, heap[least]!)) least = child
      if (least === at) return
      ;[heap[at], heap[least]] = [heap[least]!, heap[at]!]
      at = least
    }
  }
  const take = (): void => {
    const last = heap.pop()!
    if (heap.length === 0) return
    heap[0] = last
    sinkFromTop()
  }
  /** The earliest entry that was not cancelled; it stays in the queue. */
  const soonest = (): Due | undefined => {
    while (heap[0]?.gone) take()
    return heap[0]
  }
  return {
    soonest,
    /** Removes the earliest entry if it is due by `horizon`. */
    takeBy: (horizon: number): Due | undefined => {
      const due = soonest()
      if (!due || due.at > horizon) return undefined
      take()
      return due
    },
    put: (at: number, work: () => void): Due => {
      const due: Due = { at, seq: ++lastSeq, gone: false, work }
      let place = heap.push(due) - 1
      while (place > 0) {
        const parent = (place - 1) >> 1
        if (!before(due, heap[parent]!)) break
        heap[place] = heap[parent]!
        heap[parent] = due
        place = parent
      }
      return due
    },
    clear: (): void => {
      heap.length = 0
    },
  }
}
