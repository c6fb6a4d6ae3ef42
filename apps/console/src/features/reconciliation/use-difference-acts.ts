import type { Difference } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { useState } from 'react'
import { call } from '../../lib/client.ts'
import type { CallInput } from '../../lib/contract.ts'
import { actInPieces } from '../../lib/in-pieces.ts'
import { queryClient, readKey } from '../../lib/query-client.ts'
import type { Done } from '../../lib/use-call.ts'
import { useAct } from '../../lib/use-call.ts'
import { closeAfter } from '../../ui/close-after.ts'
import { askConfirm, askText } from '../../ui/dialogs.store.ts'
import { tellOutcome } from '../../ui/tell-outcome.ts'

type Some = readonly Difference[]
type Reported = { title: string; outcome: BulkOutcome; names: ReadonlyMap<string, string> }

export type DifferenceActs = {
  /** the differences that are being repaired or checked now */
  busy: ReadonlySet<string>
  repair(some: Some): Promise<void>
  recheck(some: Some): Promise<void>
  ignore(some: Some): Promise<void>
  reopen(some: Some): Promise<void>
  reported: Reported | undefined
  forget: () => void
}

/** Repairs that give up something at 1688, in a shop or in our demand: confirmed before they are done. */
const GRAVE: Readonly<Record<string, string>> = {
  cancelAlibabaOrder: '会在1688取消未付款的订单，不能恢复。',
  terminateRest: '没有到的货不再等，需求退回订单重新采购。',
  settlePurchaseAlarm: '多采购的货留作库存，不再算给这些订单。',
  overwriteShop: '店铺里改过的这几处会被这里的内容覆盖；其余内容不动。',
  createInShop: '会在店铺里重新创建并上架这个商品。',
  takeOffSale: '商品会在店铺下架，买家不能再买。',
  withdrawShipments: '店铺里已经没有的发货会在这里撤销，货可以重新发出。',
}

/** Maximum number of differences of one call, and of one page of the list (contract). */
const MOST_ROWS = 200

/** All differences of a cause under the filters, also those on other pages of the list. */
export async function allOfCause(asked: CallInput<'getDifferences'>, cause: string): Promise<Some> {
  const found = new Map<string, Difference>()
  for (let page = 1; ; page++) {
    const input = { ...asked, cause, page, pageSize: MOST_ROWS }
    const { list, total } = await queryClient.fetchQuery({
      queryKey: readKey('getDifferences', input),
      queryFn: ({ signal }) => call('getDifferences', input, { signal }),
    })
    for (const one of list) found.set(one.id, one)
    if (list.length < MOST_ROWS || page * MOST_ROWS >= total) return [...found.values()]
  }
}

/** For a single difference the question repeats the button's words. */
function question(some: Some): { title: string; okText: string } {
  const label = some.length === 1 ? some[0]?.repair?.label : undefined
  return label === undefined
    ? { title: `修复 ${some.length} 个差异？`, okText: '修复' }
    : { title: `${label}？`, okText: label }
}

/** Actions on differences. A success is shown in a toast; several rows with failures in a dialog. */
export function useDifferenceActs(): DifferenceActs {
  const repair = useAct('mendDifferences')
  const rechecking = useAct('recheckDifferences')
  const ignoring = useAct('ignoreDifferences')
  const reopening = useAct('reopenDifferences')
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [reported, tell] = useState<Reported>()

  function hear(title: string, some: Some, outcome: BulkOutcome): void {
    const [only] = outcome.rows
    // The client's toast has already shown the refusal of a single row.
    if (outcome.rows.length === 1 && only?.ok === false) return
    const shown = { title, outcome, names: new Map(some.map(({ id, what }) => [id, what])) }
    tellOutcome(shown, () => tell(shown))
  }
  async function during(
    title: string,
    some: Some,
    work: (ids: string[]) => Promise<Done<BulkOutcome>>,
    close = (): void => undefined,
  ): Promise<void> {
    setBusy(new Set(some.map(({ id }) => id)))
    // A toast has shown a failed call. Only if it was one of several, its rows are also listed, beside those of the other calls.
    const isWhole = some.length <= MOST_ROWS
    let hasFailed = false
    const act = (): Promise<BulkOutcome> =>
      actInPieces(
        some,
        MOST_ROWS,
        ({ id }) => id,
        async (piece) => {
          const done = await work(piece.map(({ id }) => id))
          if (done.ok) return done.data
          hasFailed = true
          throw done.error
        },
      )
    const outcome = await closeAfter(close, act)()
    setBusy(new Set())
    if (!isWhole || !hasFailed) hear(title, some, outcome)
  }

  return {
    busy,
    reported,
    forget: () => tell(undefined),
    async repair(some) {
      const grave = [...new Set(some.flatMap(({ repair }) => GRAVE[repair?.name ?? ''] ?? []))]
      const isSure = grave.length === 0 || (await askConfirm({ ...question(some), content: grave.join('') }))
      if (isSure) await during('修复', some, (ids) => repair.run({ ids }))
    },
    recheck: (some) => during('重新核对', some, (ids) => rechecking.run({ ids })),
    async ignore(some) {
      await askText({
        title: `忽略 ${some.length} 个差异`,
        label: '为什么可以不管',
        isRequired: true,
        maxLength: 500,
        submit: (note, close) => during('忽略', some, (ids) => ignoring.run({ ids, note }), close),
      })
    },
    reopen: (some) => during('取消忽略', some, (ids) => reopening.run({ ids })),
  }
}
