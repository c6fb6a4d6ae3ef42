import { missingGrants } from '@huoqiao/connector-shopify'
import type { Grant } from '@huoqiao/connector-shopify'
import { STORE_SCOPES } from '@huoqiao/contract/stores/scopes.status'

/** A missing scope in words: what it allows, and what does not work without it. */
export type MissingGrant = { scope: Asked; what: string; without: string; isOptional: boolean }

/** The app never changes a shop's orders themselves, so write_orders is never requested. */
type Asked = Exclude<Grant, 'write_orders'>
const WORDS: Readonly<Record<Asked, { what: string; without: string; optional?: true }>> = STORE_SCOPES

const isAsked = (grant: Grant): grant is Asked => Object.hasOwn(WORDS, grant)

/** Scopes that were not granted; a missing optional one disables only a part. */
export const missingScopes = (granted: readonly string[]): MissingGrant[] =>
  missingGrants(granted)
    .filter(isAsked)
    .map((scope) => {
      const { what, without, optional } = WORDS[scope]
      return { scope, what, without, isOptional: optional === true }
    })
