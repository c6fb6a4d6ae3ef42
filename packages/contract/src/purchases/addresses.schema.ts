import * as z from '../zod.ts'
import { can, id, instant, remoteId, requiredText, text, version } from '../wire.ts'

/** A receiving address in the form that 1688 requires (reference, 3.1): either an address saved there, or all in words. */
export const addressFields = z.object({
  name: requiredText(64),
  fullName: requiredText(64).min(2, '收货人至少2个字'),
  mobile: text(20)
    .regex(/^[\d-]*$/, '只能是数字和横线')
    .default(''),
  phone: text(20)
    .regex(/^[\d-]*$/, '只能是数字和横线')
    .default(''),
  postCode: text(10).regex(/^\d*$/, '只能是数字').default(''),
  provinceText: requiredText(32),
  cityText: text(32).default(''),
  areaText: text(32).default(''),
  townText: text(32).default(''),
  address: requiredText(200),
  /** 6 digits */
  districtCode: z
    .string()
    .regex(/^\d{6}$/, '应为6位数字')
    .nullable()
    .default(null),
  /** an address saved at 1688, and the account that has it; both or none */
  remoteAddressId: remoteId.nullable().default(null),
  accountId: id.nullable().default(null),
  isDefault: z.boolean().default(false),
  note: text(500).default(''),
})
export type AddressFields = z.infer<typeof addressFields>

export const receivingAddress = z.object({
  id,
  name: z.string(),
  fullName: z.string(),
  mobile: z.string(),
  phone: z.string(),
  postCode: z.string(),
  provinceText: z.string(),
  cityText: z.string(),
  areaText: z.string(),
  townText: z.string(),
  address: z.string(),
  districtCode: z.string().nullable(),
  remoteAddressId: z.string().nullable(),
  accountId: id.nullable(),
  isDefault: z.boolean(),
  note: z.string(),
  version,
  updatedAt: instant,
  can,
})
export type ReceivingAddress = z.infer<typeof receivingAddress>

/** What was read from pasted text; parts that could not be read are empty and named in `missing`. */
export const parsedAddress = z.object({
  fullName: z.string(),
  mobile: z.string(),
  phone: z.string(),
  postCode: z.string(),
  provinceText: z.string(),
  cityText: z.string(),
  areaText: z.string(),
  townText: z.string(),
  address: z.string(),
  districtCode: z.string().nullable(),
  missing: z.array(z.string()),
})
export type ParsedAddress = z.infer<typeof parsedAddress>
