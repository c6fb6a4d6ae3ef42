import { getHeapStatistics } from 'node:v8'

/**
 * Keeps memory small when idle and under load. By default V8 lets the young generation grow to 48 MB and keeps a worker thread per core,
 * each with its own arena; and when the heap limit is 2 GB or more it lets garbage grow to three times the live data before it collects,
 * below that to once. A server that never needs 200 MB loses nothing with these flags. With half of this young generation a list call took
 * a third more processor time; twice of it saved nothing. Measured by bench/memory.bench.ts and bench/list.bench.ts.
 *
 * V8 also allocates objects directly in the old generation when earlier objects from the same place survived (allocation-site pretenuring).
 * For database rows and answers this is wrong: each such object keeps the young objects that it refers to until the next full collection. A
 * list call left 60 kB behind, and a fifth of the processor time was spent on collecting it; without pretenuring the young collections take
 * a quarter of the time.
 */
const HEAP_MB = 2000
const WANTED = [
  '--max-semi-space-size=8',
  '--v8-pool-size=1',
  '--no-allocation-site-pretenuring',
  // For platform/idle-memory.ts, which collects garbage while the server is idle.
  '--expose-gc',
  // V8 discards compiled code after two collections without use instead of five: much of it is needed only at the start.
  '--bytecode-old-age=2',
  `--max-old-space-size=${HEAP_MB}`,
]

/**
 * @param {{ heapLimitMb: number, nodeOptions: string }} machine Node's own heap limit on this machine, and NODE_OPTIONS
 * @returns {string[]} without what the operator set in NODE_OPTIONS, and never a larger heap than Node's own
 */
export function nodeFlags({ heapLimitMb, nodeOptions }) {
  const set = new Set(nodeOptions.split(/\s+/).map(nameOf))
  return WANTED.filter((flag) => !set.has(nameOf(flag))).filter(
    (flag) => !flag.startsWith('--max-old-space-size') || heapLimitMb > HEAP_MB,
  )
}

/** Node accepts both - and _ between the words. @param {string} flag @returns {string} */
const nameOf = (flag) => flag.split('=')[0].replaceAll('_', '-')

export const NODE_FLAGS = nodeFlags({
  heapLimitMb: getHeapStatistics().heap_size_limit / 1024 / 1024,
  nodeOptions: process.env['NODE_OPTIONS'] ?? '',
})

/**
 * Settings of malloc in the C library on Linux, from which V8 takes memory for parsing a program. By default it keeps an arena per thread,
 * and freed memory below memory that is still used stays resident, up to 20 MB after a start. With these settings pieces of 32 kB and more
 * are returned to the system at once. Other systems ignore these names. The operator's own values have priority.
 */
export const MALLOC_ENV = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
}
