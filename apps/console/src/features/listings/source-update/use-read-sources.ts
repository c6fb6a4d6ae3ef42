import type { BulkOutcome } from '@huoqiao/contract/wire'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { isCallError } from '../../../lib/call-error.ts'
import { call, toast } from '../../../lib/client.ts'
import type { CallOutput } from '../../../lib/contract.ts'
import { invalidateLists } from '../../../lib/query-client.ts'
import type { SlotProduct } from '../../../lib/slots.tsx'
import { useShown } from '../../../lib/use-shown.ts'
import { tellOutcomeLater } from '../../../ui/tell-outcome.ts'

type Proposal = CallOutput<'syncUpdateProductDataAndShopifyData'>['proposals'][number]
type Checked = {
  isRunning: boolean
  done: number
  proposals: readonly Proposal[]
  rows: BulkOutcome['rows']
  error: CallError | undefined
}
const NOTHING_YET: Checked = { isRunning: true, done: 0, proposals: [], rows: [], error: undefined }

/** Sources are read one by one at 1688: small parts, so that progress is visible. */
const PIECE = 10

type Reading = { products: readonly SlotProduct[]; put: (now: Checked) => void; isStopped: () => boolean }

/** Reads the sources in parts until all are read, one call fails, or the person stops it. */
async function readSources(from: Checked, { products, put, isStopped }: Reading): Promise<Checked> {
  let now: Checked = { ...from, isRunning: true, error: undefined }
  put(now)
  while (now.done < products.length && now.error === undefined && !isStopped()) {
    now = await withPiece(now, products.slice(now.done, now.done + PIECE))
    put(now)
  }
  now = { ...now, isRunning: false }
  put(now)
  await invalidateLists(['products'])
  return now
}

async function withPiece(now: Checked, piece: readonly SlotProduct[]): Promise<Checked> {
  const productIds = piece.map((one) => one.id)
  const storeIds = [...new Set(piece.flatMap((one) => one.storeIds))]
  try {
    const answer = await call('syncUpdateProductDataAndShopifyData', { productIds, storeIds, push: 'false' })
    return {
      ...now,
      done: now.done + piece.length,
      proposals: [...now.proposals, ...answer.proposals],
      rows: [...now.rows, ...answer.rows.rows],
    }
  } catch (error) {
    if (!isCallError(error)) throw error
    return { ...now, error }
  }
}

/** Reports the end to a person who has left the page. */
function tellEnd({ done, rows }: Checked, products: readonly SlotProduct[]): void {
  if (done < products.length) {
    toast.error(`更新货源停了：读了 ${done}/${products.length}，其余的请再更新一次`)
    return
  }
  const titles = new Map(products.map((product) => [product.id, product.title]))
  const failed = rows.filter((row) => !row.ok).length
  tellOutcomeLater({
    title: '更新货源',
    outcome: { succeeded: rows.length - failed, failed, rows },
    names: new Map(rows.map(({ key }) => [key, titles.get(key.split(':')[0]!) ?? key])),
  })
}

/** Reads the sources of the products once, from the first render on. It goes on while the page is hidden behind another one. */
export function useReadSources(products: readonly SlotProduct[]) {
  const [checked, setChecked] = useState(NOTHING_YET)
  const isStarted = useRef(false)
  const isStopped = useRef(false)
  const isShown = useShown()
  const read = useCallback(
    async (from: Checked): Promise<void> => {
      const end = await readSources(from, { products, put: setChecked, isStopped: () => isStopped.current })
      if (!isShown.current && !isStopped.current) tellEnd(end, products)
    },
    [products, isShown],
  )
  useEffect(() => {
    // Reading a source again changes the product: it is requested once, however often the effect runs.
    if (isStarted.current) return
    isStarted.current = true
    void read(NOTHING_YET)
  }, [read])
  return {
    checked,
    stop: (): void => {
      isStopped.current = true
    },
    resume: (): void => void read(checked),
  }
}
