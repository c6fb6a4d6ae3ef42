import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { AddressFields, ParsedAddress, ReceivingAddress } from '@huoqiao/contract/purchases/addresses.schema'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ParsedAddress as RemoteParsed } from '@huoqiao/connector-1688'
import type { Db, Tx } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import { spoken } from './freight.service.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import { missingOf, phonesIn, placeIn } from './pasted-address.rules.ts'
import { addressView } from './addresses.view.ts'
import {
  clearOtherDefaults,
  findAddress,
  findAddresses,
  findDefaultAddress,
  findOpenOfAddress,
  insertAddress,
  lockAddresses,
  promoteOldestAddress,
  saveAddress,
} from './addresses.store.ts'

type Endpoints = typeof ENDPOINTS

/** The receiving addresses (warehouses) that 1688 sends to. */
export function addressesService(deps: { db: Db; clock: Clock; newId: NewId; marketplace: MarketplaceService }) {
  const { marketplace } = deps
  const now = (): Date => new Date(deps.clock.now())
  const nameTaken = (name: string) => (error: unknown) => {
    if (isUniqueViolation(error, 'receiving_address_name'))
      throw new Refusal('name-taken', { why: `已有名为“${name}”的收货地址` })
    throw error
  }

  const check = async (tx: Tx, fields: AddressFields): Promise<void> => {
    if (fields.mobile === '' && fields.phone === '') throw invalidField('mobile', '手机和电话至少填一个')
    if ((fields.remoteAddressId === null) !== (fields.accountId === null))
      throw invalidField('remoteAddressId', '1688地址编号和所属账号要一起填')
    if (fields.accountId !== null) await marketplace.requireAccount(tx, fields.accountId)
  }

  return {
    async queryReceivingAddresses(
      tx: Tx,
      { keyword }: InputOf<Endpoints['queryReceivingAddresses']>,
    ): Promise<ReceivingAddress[]> {
      const words = (keyword ?? '').toLowerCase().split(/\s+/).filter(Boolean)
      const rows = await findAddresses(tx)
      return rows
        .filter((row) => {
          const text = Object.values(row).join(' ').toLowerCase()
          return words.every((word) => text.includes(word))
        })
        .map(addressView)
    },

    async addReceivingAddress(tx: Tx, call: Call, fields: AddressFields): Promise<ReceivingAddress> {
      await lockAddresses(tx)
      await check(tx, fields)
      const id = deps.newId()
      const isDefault = fields.isDefault || (await findDefaultAddress(tx)) === undefined
      if (isDefault) await clearOtherDefaults(tx, id, now())
      const row = await insertAddress(tx, { ...fields, id, isDefault, at: now() }).catch(nameTaken(fields.name))
      call.notes.object('receiving-address', id, row.name)
      return addressView(row)
    },

    async updateReceivingAddress(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['updateReceivingAddress']>,
    ): Promise<ReceivingAddress> {
      const { id, version, ...fields } = input
      await lockAddresses(tx)
      const before = await findAddress(tx, id)
      if (!before) throw new Refusal('not-found')
      await check(tx, fields)
      if (before.isDefault && !fields.isDefault)
        throw invalidField('isDefault', '至少要有一个默认地址，请把另一个地址设为默认')
      if (before.version !== version) throw new Refusal('stale', { current: addressView(before) })
      if (fields.isDefault) await clearOtherDefaults(tx, id, now())
      const saved = await saveAddress(tx, id, version, fields, now()).catch(nameTaken(fields.name))
      if (!saved) throw new Refusal('stale', { current: addressView(before) })
      call.notes.object('receiving-address', id, saved.name)
      noteChanges(call.notes, fields, before, saved)
      return addressView(saved)
    },

    async deleteReceivingAddress(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['deleteReceivingAddress']>,
    ): Promise<null> {
      await lockAddresses(tx)
      const before = await findAddress(tx, input.id)
      if (!before) throw new Refusal('not-found')
      if (before.version !== input.version) throw new Refusal('stale', { current: addressView(before) })
      const open = await findOpenOfAddress(tx, input.id)
      if (open.length > 0) throw new Refusal('in-use', { why: `采购单 ${open.join('、')} 要送到这里` })
      await saveAddress(tx, input.id, input.version, { removedAt: now(), isDefault: false }, now())
      if (before.isDefault) await promoteOldestAddress(tx, now())
      call.notes.object('receiving-address', before.id, before.name)
      call.notes.change('deleted', addressView(before), null)
      return null
    },

    /** 1688's own parser reads the region; the receiver and the phone, which it does not return, are read here. */
    async parseReceivingAddress(
      call: Call,
      input: InputOf<Endpoints['parseReceivingAddress']>,
    ): Promise<ParsedAddress> {
      const unreadable = (why: string): Refusal =>
        new Refusal('address-unreadable', { why, affects: input.text, current: { text: input.text } })
      try {
        const parsed = await marketplace.withConnector(input.accountId, (connector) =>
          connector.parseAddress(placeIn(input.text), { signal: call.signal }),
        )
        if (parsed.region.length === 0 && parsed.districtCode === null) throw unreadable('1688没有从原文里认出省市区')
        return parsedView(parsed, input.text)
      } catch (error) {
        if (!isRemoteFailure(error)) throw error
        if (error.word === 'rejected' || error.word === 'not-found') throw unreadable(`1688：${spoken(error.message)}`)
        throw explainMarketplaceFailure(error, input.text)
      }
    },

    async queryAccountAddresses(
      call: Call,
      input: InputOf<Endpoints['queryAccountAddresses']>,
    ): Promise<OutputOf<Endpoints['queryAccountAddresses']>> {
      const { id: accountId } = await marketplace.requireAccount(deps.db.handle, input.accountId)
      try {
        const saved = await marketplace.withConnector(accountId, (connector) =>
          connector.receiveAddresses({ signal: call.signal }),
        )
        return saved.map((one) => {
          const { missing: _missing, ...fields } = parsedView(one, '')
          return { ...fields, remoteAddressId: one.addressId, accountId, isDefault: one.isDefault }
        })
      } catch (error) {
        if (isRemoteFailure(error)) throw explainMarketplaceFailure(error)
        throw error
      }
    },
  }
}

/** A region of two parts is a city without districts, for example 东莞 (1688 reference, 3.1). */
function parsedView(parsed: RemoteParsed, source: string): ParsedAddress {
  const [provinceText = '', cityText = '', areaText = ''] = parsed.region
  const { mobile, phone, fullName } = phonesIn(source)
  const fields = {
    fullName: parsed.fullName ?? fullName,
    mobile: parsed.mobile ?? mobile,
    phone: parsed.phone ?? phone,
    postCode: parsed.postCode ?? '',
    provinceText,
    cityText,
    areaText,
    townText: parsed.town ?? '',
    address: parsed.address ?? '',
    districtCode: parsed.districtCode,
  }
  return { ...fields, missing: missingOf(fields) }
}
