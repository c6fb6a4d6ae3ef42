import type { Dispatcher } from 'undici'

/**
 * For a request that must happen at most once: after every wait of its own (rate limit, token), the sender asks whether it may still send.
 * `limitMs`: the longest time that the request may take from here on.  Throws SendWithdrawn if the sender has lost the right; then nothing
 * was sent.
 */
export type SendGuard = (limitMs: number) => Promise<SendPermit>

/** What the guard granted. Checked once more, without waiting, when the connection is open and the first byte is due. */
export type SendPermit = {
  /** Throws SendWithdrawn if more time has passed since the grant than it allows: the process was stopped. */
  confirm(): void
}

/** The sender no longer has the right to send. Nothing was sent, and this says nothing about what others sent. */
export class SendWithdrawn extends Error {
  override readonly name = 'SendWithdrawn'
}

export const isSendWithdrawn = (error: unknown): error is SendWithdrawn => error instanceof SendWithdrawn

/**
 * A permit for `graceMs` from `asked` on. Both clocks of the process are checked: the monotonic one stops while a virtual machine is
 * paused, and the wall clock is corrected afterwards.
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

/** `fetch` that checks the permit on the open connection, right before the request's head is written. */
export async function confirmingFetch(permit: SendPermit, over?: Dispatcher): Promise<typeof fetch> {
  // Loaded with the first guarded request: a server that only reads does not need it.
  const undici = await import('undici')
  const dispatcher = (over ?? (shared ??= new undici.Agent())).compose(confirming(permit))
  return ((url: string, init: object) => undici.fetch(url, { ...init, dispatcher })) as unknown as typeof fetch
}

let shared: Dispatcher | undefined

/** The runtime's own `fetch` offers no such moment: DNS lookup and connecting happen between the call and the first byte. */
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
