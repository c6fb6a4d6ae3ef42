import { chanceOf } from './chance.ts'
import type { Source } from './clerk.ts'
import { must } from './client.ts'
import type { Client } from './client.ts'
import { LATER_TERMS, STEP_STATUSES } from './world.ts'
import type { World } from './world.ts'

const WAREHOUSE = {
  name: '义乌仓',
  fullName: '王芳',
  mobile: '13312345678',
  provinceText: '浙江省',
  cityText: '金华市',
  areaText: '义乌市',
  address: '稠江街道某路1号',
  districtCode: '330782',
  isDefault: true,
}

/** Number of the clerk's offers that are sold only in stages; the same number of further ones is sold either way. */
const IN_STAGES = 2

/**
 * Prepares the offers that the clerk buys. The app's waits are set to their minimum: until an order counts as absent, but not before 1688's
 * list would show it (docs/storm.md), and until a payment or refund that never arrived is given up.
 */
export async function prepare(
  client: Client,
  world: World,
  { seed, lagSeconds }: { seed: string; lagSeconds: number },
): Promise<Source[]> {
  type Entry = { key: string; version: number }
  const config = await must(client.get<Entry[]>('/admin/systemConfig/querySystemConfig'))
  const patience = {
    'purchase.absentAfterMinutes': 1 + Math.ceil(lagSeconds / 60),
    'purchase.paymentGiveUpMinutes': 5,
  }
  for (const [key, value] of Object.entries(patience)) {
    const { version } = config.find((entry) => entry.key === key)!
    await must(client.post('/admin/systemConfig/updateSystemConfig', { key, value, version }))
  }
  const warehouses = await must(client.get<object[]>('/api/purchase/center/queryReceivingAddresses'))
  if (warehouses.length === 0) await must(client.post('/api/purchase/center/addReceivingAddress', WAREHOUSE))
  const found = await must(
    client.get<{ list: { offerId: string }[] }>('/api/alibaba/product/keywordQuery', { keyword: '收纳', pageSize: 20 }),
  )
  const sources: Source[] = []
  for (const [index, { offerId }] of found.list.slice(0, 8).entries()) {
    const sold = index < IN_STAGES ? 'in-stages' : index < 2 * IN_STAGES ? 'either' : 'at-once'
    sources.push({ offerId, sold, ...(await world.fill(offerId)) })
  }
  const sold = (how: Source['sold']): string[] => sources.flatMap((one) => (one.sold === how ? [one.offerId] : []))
  const chance = chanceOf(seed, 'stages')
  await world.sellInStages(sold('in-stages'), sold('either'), {
    laterTerms: LATER_TERMS[chance.whole(0, LATER_TERMS.length - 1)]!,
    stepStatus: STEP_STATUSES[chance.whole(0, STEP_STATUSES.length - 1)]!,
  })
  return sources
}
