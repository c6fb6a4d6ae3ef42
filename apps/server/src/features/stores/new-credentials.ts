import type { Credentials } from '@huoqiao/connector-shopify'
import type { StoreFields } from '@huoqiao/contract/stores/stores.schema'
import { invalidField } from '../../platform/refusal.ts'

/** Empty secrets keep the stored ones; a client id alone keeps the stored secret. */
export function newCredentials(fields: StoreFields, kept: Credentials | undefined): Credentials | undefined {
  const { clientId = '', clientSecret = '', accessToken = '' } = fields
  // All client secrets of the vendor have this prefix.
  if (clientId.startsWith('shpss_')) throw invalidField('clientId', '这是Client secret，和Client ID填反了')
  if (accessToken.startsWith('shpss_')) throw invalidField('accessToken', '这是Client secret；访问令牌以shpat_开头')
  if (accessToken !== '') return { kind: 'token', accessToken }
  if (clientId === '' && clientSecret === '') return undefined
  const known = kept?.kind === 'client-credentials' ? kept : undefined
  const credentials = {
    kind: 'client-credentials' as const,
    clientId: clientId || (known?.clientId ?? ''),
    clientSecret: clientSecret || (known?.clientSecret ?? ''),
  }
  if (credentials.clientId === '') throw invalidField('clientId', '请填写Client ID')
  if (credentials.clientSecret === '') throw invalidField('clientSecret', '请填写Client Secret')
  return JSON.stringify(credentials) === JSON.stringify(known) ? undefined : credentials
}
