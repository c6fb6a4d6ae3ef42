import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { useEffect, useState } from 'react'
import { personNow } from '../../../../lib/preferences.ts'
import { useRead } from '../../../../lib/use-call.ts'
import { keepPurchases, purchasesAt } from './device.store.ts'
import { useOutbox } from './outbox.store.ts'
import { isUndecided, withKept } from './receipt.rules.ts'

type Found = {
  /** undefined: not known yet, or not readable */
  found: readonly Receiving[] | undefined
  /** what is shown was read earlier: the server cannot be reached */
  isEarlier: boolean
  error: unknown
  refetch: () => void
}

/**
 * The purchases of a scanned code, as if the receipts that were not sent yet were booked. Answers are kept on the device, and are shown
 * when the server cannot be reached.
 */
export function useGetReceiving(code: string | undefined): Found {
  const read = useRead(
    'getReceiving',
    { code: code ?? '' },
    { enabled: code !== undefined, keepPrevious: false, staleTime: 0 },
  )
  const { rows } = useOutbox()
  const [kept, setKept] = useState<{ code: string; found: readonly Receiving[] }>()
  const { data, error, refetch } = read
  const isOut = isUndecided(error)
  const isNeeded = isOut && data === undefined
  useEffect(() => {
    const person = personNow()
    if (data && person !== null) void keepPurchases(person, data, Date.now()).catch(unkept)
  }, [data])
  useEffect(() => {
    const person = personNow()
    if (!isNeeded || code === undefined || person === null) return undefined
    let isLate = false
    const show = (found: readonly Receiving[]): void => {
      if (!isLate) setKept({ code, found })
    }
    purchasesAt(person, code).then(show, (failure: unknown) => {
      unkept(failure)
      show([])
    })
    return () => {
      isLate = true
    }
  }, [isNeeded, code])
  useEffect(() => {
    if (!isOut) return undefined
    const again = (): void => void refetch()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isOut, refetch])
  const shown = code === undefined ? undefined : (data ?? (isNeeded && kept?.code === code ? kept?.found : undefined))
  const isEarlier = isOut && shown !== undefined
  return {
    found: shown?.map((receiving) => withKept(receiving, rows)),
    isEarlier,
    error: isEarlier ? null : error,
    refetch: () => void refetch(),
  }
}

const unkept = (error: unknown): void => console.warn('the storage of the browser refused', error)
