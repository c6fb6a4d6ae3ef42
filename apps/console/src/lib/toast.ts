import { NOTIFICATION_MS, TOAST_MS } from '@huoqiao/contract/specification'

/** Toasts and notifications: a list that app/toaster draws, so that the login page and the request client need no component library. */
export type Toast = {
  readonly id: number
  readonly kind: 'success' | 'error' | 'info'
  readonly text: string
  /** notifications carry more than a sentence and stay longer */
  readonly detail?: string
  /** the number of the request that failed, for whoever reads the server's log */
  readonly requestId?: string | undefined
  /** one thing to do about it; such a toast stays while it is pointed at */
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
  /** A success with a step that a person may take, or leave. */
  offer: (this: void, text: string, action: ToastAction) => void
  /** Keeps a toast while it is pointed at; let go, its time begins anew. */
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
    // The same sentence again restarts its time instead of piling up.
    const same = shown.find((one) => one.kind === toast.kind && one.text === toast.text && one.detail === toast.detail)
    const id = same?.id ?? (lastId += 1)
    // The step of the later one: what the former one would have shown is over.
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
    // One cause fails many calls: the same text is shown once in 3 s, for as long as the first stays. Who closed it and fails again sees it.
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
