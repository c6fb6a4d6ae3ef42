import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { SESSION } from './session.rules.ts'
import { countTry, giveTryBack, triesIn } from './session.store.ts'
import { keyedSemaphore } from '../../platform/keyed-semaphore.ts'

/** Limits the number of tries in windows of ten minutes. */
export function triesService(deps: { db: Db; clock: Clock }) {
  const tx = deps.db.handle
  const inTurn = keyedSemaphore(SESSION.loginsAtOncePerAddress)
  const windowNow = (): Date => new Date(Math.floor(deps.clock.now() / SESSION.tryWindowMs) * SESSION.tryWindowMs)

  return {
    /** Counts every try; refuses with `too-many` above the limit. */
    async limit(who: string, tries: number): Promise<void> {
      if ((await countTry(tx, who, windowNow())) > tries) throw new Refusal('too-many')
    },

    /**
     * A login from an address. Only failures count, because a whole office may share one address. A try is counted before it is checked, so
     * that parallel guesses are not more guesses, and a success takes back only its own try: a user cannot use their own logins to reset
     * the count of guesses at other accounts. Logins in progress count too, so their number is limited; if an office logs in at the same
     * moment, they wait in a queue. A known device (`deviceId`) has a count of its own, so that nobody else at the same address, or
     * elsewhere, can lock it out.
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

    /** Failed logins of a known device in this window, including those in progress. */
    failuresOf: (deviceId: string): Promise<number> => triesIn(tx, ofDevice(deviceId), windowNow()),
  }
}

const ofDevice = (deviceId: string): string => `known:${deviceId}`
