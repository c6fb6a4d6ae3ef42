/**
 * Small memory at rest and under load: V8 would let the young generation grow to 48 MB and keep a worker for each core, with an arena of
 * its own. Measured by bench/memory.bench.ts and bench/list.bench.ts: 15 to 60 MB less at the same speed.
 */
export const NODE_FLAGS = ['--max-semi-space-size=4', '--v8-pool-size=1']
