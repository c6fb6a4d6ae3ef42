import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { WAREHOUSE, withBuying } from './purchases.testing.ts'

const buying = withBuying()

it('a pasted address is parsed by 1688, and what it can’t read is returned as typed', async () => {
  const { app } = buying
  const parsed = await app.ok('parseReceivingAddress', { text: '浙江省金华市义乌市稠江街道某路1号 王芳 13312345678' })
  expect(parsed).toMatchObject({
    provinceText: '浙江省',
    cityText: '金华市',
    fullName: '王芳',
    mobile: '13312345678',
    missing: [],
  })
  expect(parsed.districtCode).toMatch(/^3307/)
  // As people paste it: the receiver first, which the parser can't read.
  expect(
    await app.ok('parseReceivingAddress', { text: '李四 13800001111 浙江省金华市义乌市福田街道 仓储路8号' }),
  ).toMatchObject({ provinceText: '浙江省', fullName: '李四', mobile: '13800001111', missing: [] })
  const text = '火星基地三号舱'
  expect(await app.call('parseReceivingAddress', { text })).toMatchObject({
    code: 400,
    data: {
      refusal: 'address-unreadable',
      affects: text,
      current: { text },
      why: expect.not.stringContaining('alibaba.trade'),
    },
  })
})

it('the addresses of the 1688 account can be chosen and stored', async () => {
  const { app } = buying
  const [saved] = await app.ok('queryAccountAddresses')
  expect(saved).toBeDefined()
  const { isDefault: _default, ...fields } = saved!
  const kept = await app.ok('addReceivingAddress', { ...fields, name: '1688地址' })
  expect(kept).toMatchObject({ remoteAddressId: saved!.remoteAddressId, accountId: saved!.accountId, isDefault: false })
})

it('there is always one default, names are unique, and a stale save shows both versions', async () => {
  const { app, addressId } = buying
  const second = await app.ok('addReceivingAddress', { ...WAREHOUSE, name: '深圳仓', isDefault: true })
  const defaults = async (): Promise<string[]> =>
    (await app.ok('queryReceivingAddresses')).filter((one) => one.isDefault).map((one) => one.name)
  expect(await defaults()).toEqual(['深圳仓'])
  expect(await app.call('addReceivingAddress', { ...WAREHOUSE, name: '深圳仓' })).toMatchObject({
    code: 409,
    data: { refusal: 'name-taken' },
  })
  expect(
    await app.call('updateReceivingAddress', {
      ...WAREHOUSE,
      name: '深圳仓',
      id: second.id,
      version: second.version,
    }),
  ).toMatchObject({ code: 422, data: { fields: { isDefault: expect.any(String) } } })
  expect(
    await app.call('updateReceivingAddress', { ...WAREHOUSE, id: addressId, version: 99, address: '别处' }),
  ).toMatchObject({ code: 409, data: { refusal: 'stale', current: { address: WAREHOUSE.address } } })
  await app.ok('deleteReceivingAddress', { id: second.id, version: second.version })
  expect(await defaults()).toEqual(['义乌仓'])
  expect((await app.ok('queryReceivingAddresses', { keyword: '深圳' })).map((one) => one.name)).toEqual([])
})

it('the log has each field of an address that was changed, and no other', async () => {
  const { app } = buying
  const made = await app.ok('addReceivingAddress', { ...WAREHOUSE, name: '东莞仓' })
  const changed = { postCode: '523000', townText: '南城街道', note: '二楼收货' }
  const { id, version } = made
  const saved = await app.ok('updateReceivingAddress', { ...WAREHOUSE, name: '东莞仓', ...changed, id, version })
  expect(saved).toMatchObject(changed)
  const [entry] = (await app.ok('findOperationLog', { kind: 'receiving-address', objectId: id })).list
  const noted = Object.entries(changed).map(([field, after]) => ({ field, before: '', after }))
  expect(entry!.changes.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual(
    noted.toSorted((a, b) => a.field.localeCompare(b.field)),
  )
})

it('an address that a purchase uses can’t be deleted', async () => {
  const { app, offers } = buying
  const address = await app.ok('addReceivingAddress', { ...WAREHOUSE, name: '用到的仓' })
  const { purchases } = await app.ok('createPurchaseOrder', {
    key: randomUUID(),
    addressId: address.id,
    items: [{ offerId: offers[0]!.offerId, skuId: offers[0]!.skuIds[0] ?? null, quantity: 40 }],
  })
  const remove = () => app.call('deleteReceivingAddress', { id: address.id, version: address.version })
  expect(await remove()).toMatchObject({
    code: 409,
    data: { refusal: 'in-use', why: expect.stringContaining(purchases[0]!.number) },
  })
  await app.ok('deletePurchaseOrder', { purchaseIds: purchases[0]!.id })
  expect(await remove()).toMatchObject({ code: 200 })
})
