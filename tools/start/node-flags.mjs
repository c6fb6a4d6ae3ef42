import { getHeapStatistics } from 'node:v8'

/**
 * Small memory at rest and under load. Left alone, V8 lets the young generation grow to 48 MB and keeps a worker for each core, with an
 * arena of its own; and where the heap may become 2 GB or more it lets garbage grow to three times what is in use before it clears up,
 * below that to once. A server that never needs 200 MB gives nothing up for that. With half of this young generation a list's call took
 * a third more of the processor; twice of it took nothing off. Measured by bench/memory.bench.ts and bench/list.bench.ts.
 *
 * V8 also puts what a hot place allocates straight into the old generation where it has seen it live (allocation-site pretenuring). Of
 * database rows and answers that is wrong: each one there keeps the young ones it points to until the next full collection. A list's call
 * left 60 kB behind, and a fifth of the processor went into collecting it; without it the young collections take a quarter of the time.
 */
const HEAP_MB = 2000
const WANTED = [
  '--max-semi-space-size=8',
  '--v8-pool-size=1',
  '--no-allocation-site-pretenuring',
  `--max-old-space-size=${HEAP_MB}`,
]

/**
 * @param {{ heapLimitMb: number, nodeOptions: string }} machine what Node would allow itself here, and NODE_OPTIONS
 * @returns {string[]} without what the operator set in NODE_OPTIONS, and never a larger heap than Node's own
 */
export function nodeFlags({ heapLimitMb, nodeOptions }) {
  const set = new Set(nodeOptions.split(/\s+/).map(nameOf))
  return WANTED.filter((flag) => !set.has(nameOf(flag))).filter(
    (flag) => !flag.startsWith('--max-old-space-size') || heapLimitMb > HEAP_MB,
  )
}

/** Node takes either of - and _ between the words. @param {string} flag @returns {string} */
const nameOf = (flag) => flag.split('=')[0].replaceAll('_', '-')

export const NODE_FLAGS = nodeFlags({
  heapLimitMb: getHeapStatistics().heap_size_limit / 1024 / 1024,
  nodeOptions: process.env['NODE_OPTIONS'] ?? '',
})
