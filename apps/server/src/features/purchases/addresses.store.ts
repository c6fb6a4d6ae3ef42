import type { AddressFields } from '@huoqiao/contract/purchases/addresses.schema'
import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { written } from '../../db/written.ts'
import { receivingAddress } from './addresses.tables.ts'
import { purchaseOrder } from './purchases.tables.ts'

export type AddressRow = typeof receivingAddress.$inferSelect

const live = isNull(receivingAddress.removedAt)

export const findAddresses = (tx: Tx): Promise<AddressRow[]> =>
  tx
    .select()
    .from(receivingAddress)
    .where(live)
    .orderBy(desc(receivingAddress.isDefault), asc(receivingAddress.name))
    .limit(1_000)

export async function findAddress(tx: Tx, id: string): Promise<AddressRow | undefined> {
  const [row] = await tx
    .select()
    .from(receivingAddress)
    .where(and(eq(receivingAddress.id, id), live))
  return row
}

/** Includes removed addresses, because purchases were sent there. */
export const findAddressesOf = (tx: Tx, ids: readonly string[]): Promise<AddressRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(receivingAddress)
        .where(inArray(receivingAddress.id, [...ids]))

export async function findDefaultAddress(tx: Tx): Promise<AddressRow | undefined> {
  const [row] = await tx
    .select()
    .from(receivingAddress)
    .where(and(eq(receivingAddress.isDefault, true), live))
  return row
}

/** Serialises changes of the default address. */
export const lockAddresses = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('receiving_address'))`)
}

export const clearOtherDefaults = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx
    .update(receivingAddress)
    .set({ isDefault: false, updatedAt: at })
    .where(and(eq(receivingAddress.isDefault, true), ne(receivingAddress.id, id), live))
}

export async function insertAddress(tx: Tx, row: AddressFields & { id: string; at: Date }): Promise<AddressRow> {
  const { at, ...fields } = row
  const [inserted] = await tx
    .insert(receivingAddress)
    .values({ ...written(receivingAddress, fields), createdAt: at, updatedAt: at })
    .returning()
  return inserted!
}

export async function saveAddress(
  tx: Tx,
  id: string,
  version: number,
  fields: AddressFields | { removedAt: Date; isDefault: false },
  at: Date,
): Promise<AddressRow | undefined> {
  const [row] = await tx
    .update(receivingAddress)
    .set({ ...written(receivingAddress, fields), version: version + 1, updatedAt: at })
    .where(and(eq(receivingAddress.id, id), eq(receivingAddress.version, version), live))
    .returning()
  return row
}

/** Makes the oldest remaining address the default after the default one was removed. */
export const promoteOldestAddress = async (tx: Tx, at: Date): Promise<void> => {
  await tx.execute(
    sql`update receiving_address set is_default = true, updated_at = ${at.toISOString()}
        where id = (select id from receiving_address where removed_at is null order by created_at, id limit 1)`,
  )
}

/** Numbers of purchases that will still be sent to this address. */
export const findOpenOfAddress = async (tx: Tx, addressId: string): Promise<string[]> => {
  const rows = await tx
    .select({ number: purchaseOrder.number })
    .from(purchaseOrder)
    .where(
      and(
        eq(purchaseOrder.addressId, addressId),
        inArray(purchaseOrder.state, ['reviewing', 'merged', 'to-place', 'placing', 'price-check', 'place-failed']),
      ),
    )
    .limit(5)
  return rows.map((row) => row.number)
}
