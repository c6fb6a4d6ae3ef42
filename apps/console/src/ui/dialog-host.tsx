import type { ReactNode } from 'react'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { dialogs } from './dialogs.store.ts'

const DialogWindow = lazy(() => import('./dialog-window.tsx'))

/** Renders the questions of askConfirm and askText; the dialog itself is loaded with the first question. */
export function DialogHost(): ReactNode {
  const asked = useSyncExternalStore(dialogs.subscribe, dialogs.get)
  if (asked.length === 0) return null
  return (
    <Suspense fallback={null}>
      {asked.map((question) => (
        <DialogWindow key={question.id} question={question} />
      ))}
    </Suspense>
  )
}
