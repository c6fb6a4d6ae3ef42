import { SUPPLIER_FIELDS, SUPPLIER_FIGURE_FIELDS } from '@huoqiao/contract/purchases/suppliers.fields'
import type { Supplier } from '@huoqiao/contract/purchases/suppliers.schema'
import { SUPPLIER_RATINGS } from '@huoqiao/contract/purchases/suppliers.status'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { Slot } from '../../../lib/slots.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { RATING_HUES } from '../purchase.words.ts'

type SupplierDrawerProps = {
  supplierId: string
  /** undefined: the supplier is not on this page of the list */
  supplier: Supplier | undefined
  onClose: () => void
}

/** One supplier: our notes, and its results so far. */
export function SupplierDrawer({ supplierId, supplier, onClose }: SupplierDrawerProps): ReactNode {
  return (
    <Drawer open size="min(760px, 96vw)" title={supplier?.name ?? SUPPLIER_FIELDS.name.label} onClose={onClose}>
      {supplier ? (
        <FactList
          layout="tiles"
          facts={[
            [
              SUPPLIER_FIELDS.rating.label,
              <StateTag key="rating" hue={RATING_HUES[supplier.rating]} label={SUPPLIER_RATINGS[supplier.rating]} />,
            ],
            [SUPPLIER_FIGURE_FIELDS.purchases.label, supplier.figures.purchases],
            [SUPPLIER_FIELDS.note.label, supplier.note],
          ]}
        />
      ) : null}
      <Slot name="supplier-scorecard" supplierId={supplierId} fallback={<RowSkeletons count={6} />} />
    </Drawer>
  )
}
