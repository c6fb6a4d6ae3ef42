import { toOrderPreview } from '../mapping/preview.mapping.ts'
import type { CargoLine, OrderPreview, PreviewOrderInput } from '../trade.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { longOf } from '../wire/big-json.ts'
import { topLayout } from '../wire/call-descriptor.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'
import { addressParam } from './addresses.ts'

const PREVIEW: CallDescriptor = {
  namespace: 'com.alibaba.trade',
  name: 'alibaba.createOrder.preview',
  safe: true,
  token: true,
  maskedParams: ['addressParam'],
  // The vendor's spelling.
  answer: topLayout('orderPreviewResuslt'),
}

/** Prices an order without creating one (reference 3.3). Throws RemoteFailure; `rejected` with `500_001`… if the whole cargo is refused. */
export async function previewOrder(
  transport: Transport,
  input: PreviewOrderInput,
  options?: CallOptions,
): Promise<OrderPreview> {
  const params = {
    flow: input.flow,
    addressParam: addressParam(input.address),
    cargoParamList: cargoParam(input.cargo),
    outOrderId: input.outOrderId,
  }
  const { body } = await transport.call(PREVIEW, params, options)
  return toOrderPreview(body, input.cargo)
}

/** `cargoParamList` of reference 3.2; `specId` is left out for products without SKUs. Throws RangeError for an invalid quantity. */
export function cargoParam(cargo: readonly CargoLine[]): Record<string, unknown>[] {
  return cargo.map(({ offerId, specId, quantity }) => {
    if (!(quantity > 0) || !Number.isFinite(quantity)) throw new RangeError(`no quantity for offer ${offerId}`)
    return { offerId: longOf(offerId), specId: specId ?? undefined, quantity }
  })
}
