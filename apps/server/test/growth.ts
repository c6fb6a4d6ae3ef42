/** Where the first look begins, and where an input is as large as it needs to be. */
const FIRST = 512
const LARGEST = 64 * 1024
/** Signs: more than the body of a delivery or a description may have. */
const LONGEST = 6 * 1024 * 1024
/** Processor time, below which a ratio says nothing but what else the machine did. */
const REPORTED_MS = 6
const LOOKS = 4
/** 16 times the input: 16 times the work where it grows as its input does, 256 times where it grows with its square. */
const GROWN_BY = 16
/** Between these it is looked at further out: what no longer fits the processor's caches costs more once, a square each time. */
const DOUBTFUL = { from: 48, to: 160 }
const FURTHER = 4

/**
 * An input of so many signs that is read in so little processor time is read in no square of its length: that would take seconds, even
 * where each step is the fastest that there is. Nothing fails by this bound, on however slow a machine: beyond it growth is measured.
 */
const QUICK = { signs: 128 * 1024, ms: 150 } as const

export type Growth = { times: number; ratio: number }

/**
 * How the work of reading grows with what is read, where it is not quick anyway: the processor time (of this process, whatever the machine does beside it) for 16
 * times the input over that for the input, where it is long enough to be told; the least of several looks. Where that is more than a line would
 * take, four times as much again is read, and the lesser growth of the two counts. 1 for what is never long.
 */
export async function growthOf<T extends { length: number }>(
  make: (times: number) => T,
  read: (input: T) => unknown,
): Promise<Growth> {
  const workFor = (times: number): Promise<number> => least(make(times), read)
  if (await isQuick(make, read)) return { times: LARGEST, ratio: 1 }
  let times = FIRST
  let small = await workFor(times)
  const isLargest = (): boolean => times >= LARGEST || make(times * 2 * GROWN_BY).length > LONGEST
  while (small < REPORTED_MS && !isLargest()) small = await workFor((times *= 2))
  if (small < REPORTED_MS) return { times, ratio: 1 }
  const large = await workFor(times * GROWN_BY)
  const ratio = large / small
  if (ratio < DOUBTFUL.from || ratio > DOUBTFUL.to) return { times, ratio }
  const larger = await workFor(times * GROWN_BY * FURTHER)
  return { times, ratio: Math.min(ratio, (larger / large) ** 2) }
}

/** First with a sixteenth, so that nobody waits for the square of the whole. */
async function isQuick<T extends { length: number }>(
  make: (times: number) => T,
  read: (input: T) => unknown,
): Promise<boolean> {
  let times = LARGEST
  while (make(times).length > QUICK.signs && times > FIRST) times /= 2
  for (const some of [times / 16, times]) if ((await spent(make(some), read)) > QUICK.ms) return false
  return true
}

async function spent<T>(input: T, read: (input: T) => unknown): Promise<number> {
  const before = process.cpuUsage()
  await read(input)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function least<T>(input: T, read: (input: T) => unknown): Promise<number> {
  let found = Number.POSITIVE_INFINITY
  for (let look = 0; look < LOOKS; look++) {
    found = Math.min(found, await spent(input, read))
    // What is long is measured well enough at once.
    if (found > 50 * REPORTED_MS) break
  }
  return found
}
