import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { SESSION } from './session.rules.ts'
import { countTry, giveTryBack, triesIn } from './session.store.ts'
import { keyedSemaphore } from '../../platform/keyed-semaphore.ts'

/** How often somebody may try, in windows of ten minutes. */
export function triesService(deps: { db: Db; clock: Clock }) {
  const tx = deps.db.handle
  const inTurn = keyedSemaphore(SESSION.loginsAtOncePerAddress)
  const windowNow = (): Date => new Date(Math.floor(deps.clock.now() / SESSION.tryWindowMs) * SESSION.tryWindowMs)

  return {
    /** Counts every try; refuses with `too-many` beyond so many. */
    async limit(who: string, tries: number): Promise<void> {
      if ((await countTry(tx, who, windowNow())) > tries) throw new Refusal('too-many')
    },

    /**
     * A login from an address. Only those that fail count: a whole office comes in through one address. A try is counted before
     * it is looked at, so that guesses side by side are no more than one after the other, and a success gives back its own and
     * no other: whoever has an account cannot wipe out with it what they guessed of others'. Logins that are under way count
     * too, hence few at once; an office that comes at the same moment waits its turn.
     *
     * A device that the account came in with before (`deviceId`) is counted by itself, so that nobody beside it, and nobody elsewhere,
     * can shut it out; who only sits at the same address is as strange as anybody, and is answered so.
     */
    login: <T>(ip: string, deviceId: string | undefined, attempt: () => Promise<T>): Promise<T> =>
      inTurn(ip, async () => {
        const window = windowNow()
        const [who, most] =
          deviceId === undefined ? [ip, SESSION.failuresPerAddress] : [ofDevice(deviceId), SESSION.lockAfterFailures]
        if ((await countTry(tx, who, window)) > most) {
          await giveTryBack(tx, who, window)
          throw new Refusal('too-many')
        }
        const answer = await attempt()
        await giveTryBack(tx, who, window)
        return answer
      }),

    /** Logins of a known device that failed in this window, those under way among them. */
    failuresOf: (deviceId: string): Promise<number> => triesIn(tx, ofDevice(deviceId), windowNow()),
  }
}

const ofDevice = (deviceId: string): string => `known:${deviceId}`
