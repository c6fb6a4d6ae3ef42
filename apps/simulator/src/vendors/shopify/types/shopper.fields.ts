import type { Call, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { gid, gidNumber } from '../gid.ts'
import type { AddressRow, CustomerRow } from '../orders/order.rows.ts'

const nameOf = (row: { firstName: string | null; lastName: string | null }): string =>
  [row.firstName, row.lastName].filter(Boolean).join(' ')

export const addressView = (id: string, row: AddressRow): object => ({
  __typename: 'MailingAddress',
  ...row,
  id: `${id}?model_name=Address`,
  name: nameOf(row),
  countryCodeV2: row.countryCode,
  coordinatesValidated: false,
  latitude: null,
  longitude: null,
  timeZone: null,
  validationResultSummary: null,
  formattedArea: [row.city, row.provinceCode, row.country].filter(Boolean).join(', '),
  formatted: [row.address1, row.address2, [row.zip, row.city].filter(Boolean).join(' '), row.country].filter(Boolean),
})

export type CustomerView = { __typename: 'Customer'; id: string; row: CustomerRow }
export const customerView = (row: CustomerRow): CustomerView => ({ __typename: 'Customer', id: row.id, row })

const mayTell = (call: Call): boolean => call.quirks.protectedData()

const customerType = fieldsOf<CustomerView>({
  legacyResourceId: (s) => gidNumber(s.row.id),
  firstName: (s, _a, call) => (mayTell(call) ? s.row.firstName : null),
  lastName: (s, _a, call) => (mayTell(call) ? s.row.lastName : null),
  displayName: (s, _a, call) => (mayTell(call) && nameOf(s.row) !== '' ? nameOf(s.row) : gidNumber(s.row.id)),
  email: (s, _a, call) => (mayTell(call) ? s.row.email : null),
  phone: (s, _a, call) => (mayTell(call) ? s.row.phone : null),
  defaultEmailAddress: (s, _a, call) =>
    mayTell(call) && s.row.email !== null
      ? { emailAddress: s.row.email, validFormat: true, marketingState: 'NOT_SUBSCRIBED' }
      : null,
  defaultPhoneNumber: (s, _a, call) =>
    mayTell(call) && s.row.phone !== null ? { phoneNumber: s.row.phone, marketingState: 'NOT_SUBSCRIBED' } : null,
  defaultAddress: (s, _a, call) =>
    mayTell(call) && s.row.address !== null
      ? addressView(gid('MailingAddress', gidNumber(s.row.id)), s.row.address)
      : null,
  createdAt: (s) => s.row.createdAt,
  updatedAt: (s) => s.row.updatedAt,
  numberOfOrders: (s, _a, { shop }) =>
    String(shop.orders.all().filter((order) => order.customerId === s.row.id).length),
  locale: () => 'en',
  note: () => null,
  tags: () => [],
  state: () => 'DISABLED',
  taxExempt: () => false,
  verifiedEmail: () => true,
})

export const shopperTypes: Record<string, TypeFields> = { Customer: customerType }
