import { gidNumber } from '../gid.ts'
import type { AddressRow, OrderRow } from '../orders/order.rows.ts'
import type { ShopState } from '../shop-state.ts'

const numeric = (id: string): number => Number(gidNumber(id))

/** An address as REST writes it. */
export const addressPayload = (address: AddressRow): object => ({
  first_name: address.firstName,
  last_name: address.lastName,
  name: [address.firstName, address.lastName].filter(Boolean).join(' '),
  company: address.company,
  address1: address.address1,
  address2: address.address2,
  city: address.city,
  province: address.province,
  province_code: address.provinceCode,
  country: address.country,
  country_code: address.countryCode,
  zip: address.zip,
  phone: address.phone,
  latitude: null,
  longitude: null,
})

/** The customer of an order; personal fields are null when the app may not see them. */
export function customerPayload(shop: ShopState, order: OrderRow, reported: boolean): object | null {
  if (order.customerId === null) return null
  const known = shop.customers.get(order.customerId)
  const address = known?.address ?? order.shippingAddress
  const id = numeric(order.customerId)
  return {
    id,
    admin_graphql_api_id: order.customerId,
    created_at: known?.createdAt ?? order.createdAt,
    updated_at: known?.updatedAt ?? order.updatedAt,
    first_name: reported ? (known?.firstName ?? address?.firstName ?? null) : null,
    last_name: reported ? (known?.lastName ?? address?.lastName ?? null) : null,
    email: reported ? order.email : null,
    phone: reported ? (known?.phone ?? null) : null,
    state: 'disabled',
    note: null,
    verified_email: true,
    multipass_identifier: null,
    tax_exempt: false,
    tax_exemptions: [],
    currency: order.currency,
    default_address:
      reported && address
        ? { ...addressPayload(address), id, customer_id: id, country_name: address.country, default: true }
        : null,
  }
}
