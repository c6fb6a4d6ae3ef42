/** The number of repetitions to start with, and the largest one. */
const FIRST = 512
const LARGEST = 64 * 1024
/** Characters: more than the body of a webhook or a description may have. */
const LONGEST = 6 * 1024 * 1024
/** Milliseconds of processor time; below this a ratio is mostly noise. */
const REPORTED_MS = 6
const LOOKS = 4
/** 16 times the input takes 16 times the work if the work is linear, 256 times if it is quadratic. */
const GROWN_BY = 16
/**
 * Ratios between these are measured again with larger inputs: exceeding the processor's caches adds cost once, quadratic work adds it every
 * time.
 */
const DOUBTFUL = { from: 48, to: 160 }
const FURTHER = 4

/**
 * An input of this many characters that is read in this much processor time can't be read in quadratic time: that would take seconds, even
 * with the fastest steps. A slow machine can't fail by this bound: above it, growth is measured.
 */
const QUICK = { signs: 128 * 1024, ms: 150 } as const

export type Growth = { times: number; ratio: number }

/**
 * How the work of `read` grows with its input, unless it is quick for the largest input: the processor time of this process for 16 times
 * the input, divided by the time for the input, once that is long enough to measure; each is the minimum of several runs. If the ratio is
 * more than linear, it is measured again with four times as much input, and the smaller growth counts. 1 if the time is never long enough
 * to measure.
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

/** A sixteenth of the input first, so that quadratic work is noticed before it takes long. */
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
    // A long run is accurate enough at once.
    if (found > 50 * REPORTED_MS) break
  }
  return found
}
