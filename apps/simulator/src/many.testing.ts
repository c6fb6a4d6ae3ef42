import { buildSimulator } from './compose.ts'
import type { Simulator } from './compose.ts'

/**
 * Simulators for the tests of others, one after the other or side by side in one process: each has its own port and its own world.
 * Modules, market and schema are then loaded once a test run's worker, not once a test file, which took a fifth of the run.
 * Spoken to over the channel of the process that started it, and gone with it.
 */
export type Wish = { kind: 'open'; id: number; dataDir: string } | { kind: 'close'; id: number }
export type Said = { kind: 'open'; id: number; origin: string } | { kind: 'closed'; id: number } | Failed
type Failed = { kind: 'failed'; id: number; text: string }

const open = new Map<number, Simulator>()

async function answer(wish: Wish): Promise<Said> {
  if (wish.kind === 'open') {
    const simulator = buildSimulator({ dataDir: wish.dataDir, host: '127.0.0.1', port: 0 })
    open.set(wish.id, simulator)
    return { kind: 'open', id: wish.id, origin: await simulator.listen() }
  }
  await open.get(wish.id)?.close()
  open.delete(wish.id)
  return { kind: 'closed', id: wish.id }
}

process.on('message', (wish: Wish) => {
  answer(wish).then(
    (said) => process.send?.(said),
    (error: unknown) => process.send?.({ kind: 'failed', id: wish.id, text: String(error) } satisfies Said),
  )
})
process.on('disconnect', () => process.exit())
