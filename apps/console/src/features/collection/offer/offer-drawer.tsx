import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Can, call, queryClient, toast, useAct, useRead } from '../../../lib/index.ts'
import { readKey, stopReading } from '../../../lib/query-client.ts'
import { FailureNote, PageSkeleton } from '../../../ui/index.ts'
import { SlowNote } from '../../../ui/slow-note.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import type { ChosenOffer } from '../search/chosen-offers.ts'
import { OfferDetail } from './offer-detail.tsx'
import styles from './offer-drawer.module.css'

type OfferDrawerProps = { offerId: string; onClose: () => void; onClaim: (offer: ChosenOffer) => void }

/** One offer with all its data. Claiming happens in the page's dialog, so that the drawer stays open behind it. */
export default function OfferDrawer({ offerId, onClose, onClaim }: OfferDrawerProps): ReactNode {
  const read = useRead('getOffer', { offerId }, { keepPrevious: false, staleTime: 60_000 })
  const { data, error, refetch } = read
  const collect = useAct('collectProducts')
  const [isRefreshing, refresh] = useState(false)

  async function fetchAgain(): Promise<void> {
    refresh(true)
    try {
      const fresh = await call('getOffer', { offerId, refresh: 'true' })
      queryClient.setQueryData(readKey('getOffer', { offerId }), fresh)
      toast.success('已取回最新货源')
    } catch (failure) {
      // The client has shown a toast; the former data stays.
      console.warn('the offer could not be fetched again', failure)
    } finally {
      refresh(false)
    }
  }
  return (
    <Drawer
      open
      size={760}
      title="货源详情"
      onClose={onClose}
      extra={
        data ? (
          <span className={styles.fetched}>
            <RelativeTime at={data.fetchedAt} ago />
            取回
            <Button type="text" loading={isRefreshing} onClick={() => void fetchAgain()}>
              刷新
            </Button>
          </span>
        ) : null
      }
      footer={
        data ? (
          <div className={styles.foot}>
            <a href={data.url} target="_blank" rel="noreferrer">
              在1688打开
            </a>
            <span className={styles.actions}>
              {data.collectState === null ? (
                <Button loading={collect.isPending} onClick={() => void collect.run({ lines: [offerId] })}>
                  只采集
                </Button>
              ) : null}
              <Can call="claimProducts">
                <Button type="primary" onClick={() => onClaim(data)}>
                  认领到店铺
                </Button>
              </Can>
            </span>
          </div>
        ) : null
      }
    >
      <SlowNote
        read={read}
        of="1688"
        onStop={() => stopReading('getOffer', { offerId })}
        onRetry={() => void refetch()}
      />
      {error && !data ? (
        <FailureNote failure={error} onRetry={() => void refetch()} />
      ) : data ? (
        <OfferDetail offer={data} />
      ) : read.isFetching ? (
        <PageSkeleton />
      ) : null}
    </Drawer>
  )
}
