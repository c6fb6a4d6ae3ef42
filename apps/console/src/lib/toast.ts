import { NOTIFICATION_MS, TOAST_MS } from '@huoqiao/contract/specification'

/**
 * Toasts and notifications: a list that app/toasts.tsx renders, so that the login page and the request client need no component library.
 */
export type Toast = {
  readonly id: number
  readonly kind: 'success' | 'error' | 'info'
  readonly text: string
  /** notifications have more than one sentence and stay longer */
  readonly detail?: string
  /** the number of the failed request, to find it in the server's log */
  readonly requestId?: string | undefined
  /** one action that is offered; such a toast stays while the pointer is on it */
  readonly action?: ToastAction
}
export type ToastAction = { readonly label: string; readonly run: () => void }

export type Toaster = {
  get: (this: void) => readonly Toast[]
  subscribe: (this: void, listener: () => void) => () => void
  close: (this: void, id: number) => void
  success: (this: void, text: string) => void
  error: (this: void, text: string, requestId?: string) => void
  info: (this: void, text: string) => void
  notify: (this: void, kind: Toast['kind'], text: string, detail: string) => void
  /** A success with an optional next step. */
  offer: (this: void, text: string, action: ToastAction) => void
  /** Keeps a toast while the pointer is on it; after that its time restarts. */
  hold: (this: void, id: number) => void
  release: (this: void, id: number) => void
}

export function createToaster(deps: { after: (ms: number, run: () => void) => () => void }): Toaster {
  let shown: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const timers = new Map<number, () => void>()

  function publish(next: readonly Toast[]): void {
    shown = next
    for (const listener of listeners) listener()
  }
  function close(id: number): void {
    timers.get(id)?.()
    timers.delete(id)
    publish(shown.filter((toast) => toast.id !== id))
  }
  function show(toast: Omit<Toast, 'id'>, ms: number): void {
    // The same sentence again restarts its time instead of adding a second toast.
    const same = shown.find((one) => one.kind === toast.kind && one.text === toast.text && one.detail === toast.detail)
    const id = same?.id ?? (lastId += 1)
    // The action of the later toast replaces that of the former.
    if (same) publish(shown.map((one) => (one === same ? { ...toast, id } : one)))
    else publish([...shown, { ...toast, id }])
    countDown(id, ms)
  }
  function countDown(id: number, ms: number): void {
    timers.get(id)?.()
    timers.set(
      id,
      deps.after(ms, () => close(id)),
    )
  }

  return {
    get: (): readonly Toast[] => shown,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close,
    success: (text: string): void => show({ kind: 'success', text }, TOAST_MS),
    // One cause fails many calls: the same text is shown once in 3 s, for as long as the first is visible. After the person has closed it,
    // a new failure is shown.
    error(text: string, requestId?: string): void {
      if (shown.some((one) => one.kind === 'error' && one.text === text && one.detail === undefined)) return
      show({ kind: 'error', text, requestId }, TOAST_MS)
    },
    info: (text: string): void => show({ kind: 'info', text }, TOAST_MS),
    notify: (kind: Toast['kind'], text: string, detail: string): void => show({ kind, text, detail }, NOTIFICATION_MS),
    offer: (text: string, action: ToastAction): void => show({ kind: 'success', text, action }, TOAST_MS),
    hold: (id: number): void => timers.get(id)?.(),
    release(id: number): void {
      if (shown.some((one) => one.id === id)) countDown(id, TOAST_MS)
    },
  }
}
