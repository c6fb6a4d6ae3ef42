import type { FeatureRoute } from '../../lib/feature-route.ts'
import { registerPaletteSource } from '../../lib/palette.ts'
import { fillSlot } from '../../lib/slots.tsx'

export const routes: readonly FeatureRoute[] = [
  { path: 'order/list', name: 'orders', title: '订单列表', load: () => import('./list/order-list.page.tsx') },
  { path: 'order/returns', name: 'returns', title: '退货', load: () => import('./returns/return-list.page.tsx') },
]

registerPaletteSource({
  kind: '订单',
  call: 'getOrdersByCondition',
  order: 10,
  load: () => import('./order.palette.ts'),
})

fillSlot('order-tasks', async () => {
  try {
    return await import('./tasks/order-task.sign.tsx')
  } catch (error) {
    // A missing icon must not break the console; the page itself reloads for a missing chunk.
    console.error('the sign of order tasks did not load', error)
    return { default: () => null }
  }
})
