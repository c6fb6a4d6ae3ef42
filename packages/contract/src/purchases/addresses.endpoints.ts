import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { id, nothing, remoteId, requiredText, text, version } from '../wire.ts'
import { addressFields, parsedAddress, receivingAddress } from './addresses.schema.ts'

const base = '/api/purchase/center'
const marketplaceRefusals = [
  'no-marketplace-account',
  'marketplace-unauthorised',
  'marketplace-busy',
  'marketplace-failed',
] as const

/** The addresses that 1688 sends goods to. */
export const addressesEndpoints = defineEndpoints({
  queryReceivingAddresses: {
    feature: 'purchases',
    method: 'GET',
    path: `${base}/queryReceivingAddresses`,
    mode: 'get',
    right: 'granted',
    title: '查询收货地址',
    logged: false,
    input: z.object({ keyword: text(100).optional() }),
    output: z.array(receivingAddress),
    refusals: [],
    lists: ['addresses'],
  },
  addReceivingAddress: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/addReceivingAddress`,
    mode: 'postjson',
    right: 'granted',
    title: '添加收货地址',
    logged: true,
    object: 'receiving-address',
    input: addressFields,
    output: receivingAddress,
    refusals: ['name-taken'],
    lists: ['addresses'],
  },
  updateReceivingAddress: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/updateReceivingAddress`,
    mode: 'postjson',
    right: 'granted',
    title: '修改收货地址',
    logged: true,
    object: 'receiving-address',
    input: addressFields.extend({ id, version }),
    output: receivingAddress,
    refusals: ['not-found', 'stale', 'name-taken'],
    lists: ['addresses', 'purchases'],
  },
  deleteReceivingAddress: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/deleteReceivingAddress`,
    mode: 'postjson',
    right: 'granted',
    title: '删除收货地址',
    logged: true,
    object: 'receiving-address',
    input: z.object({ id, version }),
    output: nothing,
    refusals: ['not-found', 'stale', 'in-use'],
    lists: ['addresses'],
  },
  /** Parses pasted text with 1688's own parser. Text that it cannot read is refused and returned in `current`. */
  parseReceivingAddress: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/parseReceivingAddress`,
    mode: 'postjson',
    right: 'granted',
    title: '识别收货地址',
    logged: false,
    input: z.object({ text: requiredText(500), accountId: id.optional() }),
    output: parsedAddress,
    refusals: [...marketplaceRefusals, 'address-unreadable'],
    lists: [],
  },
  /** The addresses saved in the 1688 account, to choose from. */
  queryAccountAddresses: {
    feature: 'purchases',
    method: 'GET',
    path: `${base}/queryAccountAddresses`,
    mode: 'get',
    right: 'granted',
    title: '查询1688账号的收货地址',
    logged: false,
    input: z.object({ accountId: id.optional() }),
    output: z.array(
      parsedAddress
        .omit({ missing: true })
        .extend({ remoteAddressId: remoteId, accountId: id, isDefault: z.boolean() }),
    ),
    refusals: [...marketplaceRefusals],
    lists: ['marketplace-accounts'],
  },
})
