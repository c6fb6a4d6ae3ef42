import type { ComponentType, ReactNode } from 'react'
import { lazy, Suspense } from 'react'

/** Found by a glob, because the shell offers the place and a feature fills it. */
const trays = Object.values(import.meta.glob<{ default: ComponentType }>('../../features/listings/tasks/task-tray.tsx'))

const Nothing = (): ReactNode => null

const Tray = lazy(async () => {
  try {
    return (await trays[0]?.()) ?? { default: Nothing }
  } catch (error) {
    // A missing task icon must not break the page; the page itself reloads for a missing chunk.
    console.error('the task tray did not load', error)
    return { default: Nothing }
  }
})

/** The task tray in the head of the console, loaded after the page: a person finds running and finished work here again. */
export function TaskSign(): ReactNode {
  return (
    <Suspense fallback={null}>
      <Tray />
    </Suspense>
  )
}
