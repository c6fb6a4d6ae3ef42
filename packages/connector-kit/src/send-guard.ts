import type { Dispatcher } from 'undici'

/**
 * For a request that must be carried out at most once: whoever sends asks, after every wait of its own (pace, token), whether it
 * still may. `limitMs` is the longest time that the request may take from here on.
 *
 * Throws SendWithdrawn when the sender has lost that right; then nothing was sent.
 */
export type SendGuard = (limitMs: number) => Promise<SendPermit>

/** What the guard granted. It is looked at once more, without a wait, when the connection stands and the first byte is due. */
export type SendPermit = {
  /** Throws SendWithdrawn when more time has gone by since it was granted than it allows for: the process stood still. */
  confirm(): void
}

/** The sender no longer holds the right to send. Nothing was sent, and nothing may be concluded about what others sent. */
export class SendWithdrawn extends Error {
  override readonly name = 'SendWithdrawn'
}

export const isSendWithdrawn = (error: unknown): error is SendWithdrawn => error instanceof SendWithdrawn

/**
 * A permit for `graceMs` from `asked` on. Both clocks of the process count: the monotonic one stands still while a virtual machine
 * is paused, and the other one is set right afterwards.
 */
export function permitFor(graceMs: number, asked: { monotonicMs: number; wallMs: number }): SendPermit {
  return {
    confirm() {
      const late = Math.max(performance.now() - asked.monotonicMs, Date.now() - asked.wallMs)
      if (late > graceMs)
        throw new SendWithdrawn(`the process stood still for ${Math.round(late)} ms before the first byte was sent`)
    },
  }
}

/** `fetch` that looks at the permit on the open connection, right before the request's head is written to it. */
export async function confirmingFetch(permit: SendPermit, over?: Dispatcher): Promise<typeof fetch> {
  // Loaded with the first guarded request: a server that only reads has no use for it.
  const undici = await import('undici')
  const dispatcher = (over ?? (shared ??= new undici.Agent())).compose(confirming(permit))
  return ((url: string, init: object) => undici.fetch(url, { ...init, dispatcher })) as unknown as typeof fetch
}

let shared: Dispatcher | undefined

/** The runtime's own `fetch` has no such place: between its call and the first byte lie the name lookup and the connection. */
const confirming =
  (permit: SendPermit): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        permit.confirm()
        handler.onRequestStart?.(controller, context)
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    })
