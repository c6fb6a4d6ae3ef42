import type { ApiVersion } from '@huoqiao/shopify-schemas'
import type { GraphQLResolveInfo } from 'graphql'
import type { BulkRunner } from './bulk/bulk-runner.ts'
import type { MediaPipeline } from './media-pipeline.ts'
import type { ShopState } from './shop-state.ts'
import type { ShopifyQuirks } from './quirks.ts'

/** One GraphQL request being executed. */
export type Call = {
  shop: ShopState
  version: ApiVersion
  scopes: ReadonlySet<string>
  quirks: ShopifyQuirks
  pipeline: MediaPipeline
  bulk: BulkRunner
  /** Lines for the ledger about what the call changed. */
  effects: string[]
}

export type Args = Readonly<Record<string, unknown>>
export type FieldResolver<S> = (source: S, args: Args, call: Call, info: GraphQLResolveInfo) => unknown
export type TypeFields = Readonly<Record<string, FieldResolver<unknown>>>

/** Resolvers of one GraphQL type over its rows. Typed with S here, stored without it. */
export const fieldsOf = <S>(fields: Record<string, FieldResolver<S>>): TypeFields => fields as TypeFields
