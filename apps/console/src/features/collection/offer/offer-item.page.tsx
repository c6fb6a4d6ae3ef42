import { Button, Input } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useRead } from '../../../lib/index.ts'
import { CardSkeletons, EmptyState, FailureNote } from '../../../ui/index.ts'
import type { ChosenOffer } from '../search/chosen-offers.ts'
import { OfferCard } from './offer-card.tsx'
import styles from './offer-item.module.css'

const ClaimDialog = lazy(() => import('../claim/claim-dialog.tsx'))
const OfferDrawer = lazy(() => import('./offer-drawer.tsx'))

/** /shop/product/components/productitem1688?offerId=…: one card as a page. */
export default function OfferItemPage(): ReactNode {
  const [params, setParams] = useSearchParams()
  const offerId = params.get('offerId') ?? ''
  const isId = /^\d{1,19}$/.test(offerId)
  const [claiming, claim] = useState<ChosenOffer>()
  const [isOpen, open] = useState(false)
  const { data, error, refetch } = useRead(
    'getOffer',
    { offerId },
    { enabled: isId, keepPrevious: false, staleTime: 60_000 },
  )
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>1688货源</h1>
      {isId ? null : (
        <EmptyState
          text="这里显示一个1688货源，请给出它的商品编号。"
          action={
            <Input.Search
              style={{ width: 280 }}
              aria-label="商品编号"
              placeholder="商品编号"
              enterButton={<Button type="primary">查看</Button>}
              onSearch={(text) => setParams({ offerId: text.trim() })}
            />
          }
        />
      )}
      {error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {isId && (data || !error) ? (
        <div className={styles.card}>
          {data ? (
            <OfferCard card={data} among={[data.offerId]} onOpen={() => open(true)} onClaim={() => claim(data)} />
          ) : (
            <CardSkeletons count={1} />
          )}
        </div>
      ) : null}
      <Suspense fallback={null}>
        {isOpen ? <OfferDrawer offerId={offerId} onClose={() => open(false)} onClaim={claim} /> : null}
      </Suspense>
      <Suspense fallback={null}>
        {claiming ? <ClaimDialog offers={[claiming]} onClose={() => claim(undefined)} /> : null}
      </Suspense>
    </div>
  )
}
