import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { exportService } from './export.service.ts'
import type { recoverService } from './recover.service.ts'
import { findTask, updateOpenTask } from './tasks.store.ts'

/** After this many failures a task is given up. */
const TRIES = 5

/** Runs a task. After a crash it starts again from the beginning; both kinds of task allow that. */
export function taskRunner(deps: {
  db: Db
  clock: Clock
  recover: ReturnType<typeof recoverService>
  exporting: ReturnType<typeof exportService>
}) {
  const tries = new Map<string, number>()
  return {
    async run(taskId: string, signal: AbortSignal): Promise<void> {
      const task = await findTask(deps.db.handle, taskId)
      if (!task || task.finishedAt !== null) return
      await updateOpenTask(deps.db.handle, taskId, { state: 'running' })
      try {
        if (task.input.kind === 'recover') await deps.recover.run(task, task.input, signal)
        else await deps.exporting.run(task, task.input, signal)
        tries.delete(taskId)
      } catch (error) {
        if (signal.aborted) throw error
        const n = (tries.get(taskId) ?? 0) + 1
        tries.set(taskId, n)
        if (n < TRIES) throw error
        tries.delete(taskId)
        const message = (error instanceof Error ? error.message : String(error)).split('\n')[0]!.slice(0, 300)
        await updateOpenTask(deps.db.handle, taskId, {
          state: 'failed',
          message,
          finishedAt: new Date(deps.clock.now()),
        })
      }
    },
  }
}
