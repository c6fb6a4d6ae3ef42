import type { InputOf } from '@huoqiao/contract'
import type { OrderReturn } from '@huoqiao/contract/orders/order-returns.schema'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { FilesService } from '../files/index.ts'
import { findOrder } from './orders.store.ts'
import { findReturn, saveReturnPhotos } from './return-acts.store.ts'
import type { ReturnsService } from './returns.service.ts'

export type ReturnPhotosService = ReturnType<typeof returnPhotosService>

/** Photos of returned goods. */
export function returnPhotosService(deps: {
  files: Pick<FilesService, 'hasPicture'>
  returns: Pick<ReturnsService, 'getReturn'>
}) {
  return {
    async saveReturnPhotos(
      tx: Tx,
      call: Call,
      { returnId, photos }: InputOf<(typeof ordersEndpoints)['saveReturnPhotos']>,
    ): Promise<OrderReturn> {
      const row = await findReturn(tx, returnId)
      const order = row && (await findOrder(tx, row.orderId))
      if (!row || !order) throw new Refusal('not-found')
      for (const photo of photos)
        if (!(await deps.files.hasPicture(tx, photo))) throw invalidField('photos', '照片已不存在，请重新上传')
      await saveReturnPhotos(tx, returnId, photos)
      call.notes.object('order', order.id, order.number)
      call.notes.change(`退货 ${row.name} 的照片`, row.photos, photos)
      return deps.returns.getReturn(tx, order, returnId)
    },
  }
}
