import type { ProviderKind } from '@huoqiao/contract/translations/providers.status'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, minor, primaryId, updatedAt, version } from '../../db/columns.ts'

/** A translation service; its key is encrypted. */
export const translationProvider = pgTable(
  'translation_provider',
  {
    id: primaryId(),
    name: text('name').notNull(),
    kind: text('kind').$type<ProviderKind>().notNull(),
    enabled: boolean('enabled').notNull(),
    position: integer('position').notNull(),
    address: text('address').notNull(),
    keyId: text('key_id').notNull(),
    sealedKey: text('sealed_key').notNull(),
    region: text('region').notNull(),
    model: text('model').notNull(),
    tone: text('tone').notNull(),
    timeoutSeconds: integer('timeout_seconds').notNull(),
    /** fen */
    pricePerMillion: minor('price_per_million').notNull(),
    monthlyBudget: minor('monthly_budget'),
    readsPictures: boolean('reads_pictures').notNull().default(false),
    pricePerPicture: minor('price_per_picture').notNull().default(0),
    lastProblem: text('last_problem').notNull().default(''),
    lastUsedAt: at('last_used_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('translation_provider_name').on(table.name)],
)

/**
 * The ledger of requests to providers. A row is written, within the budget, before the request is sent. It stays counted unless the vendor
 * certainly did nothing.
 */
export const translationSpend = pgTable(
  'translation_spend',
  {
    id: primaryId(),
    providerId: uuid('provider_id').notNull(),
    providerName: text('provider_name').notNull(),
    taskId: uuid('task_id'),
    /** '' : no language, as for pictures */
    locale: text('locale').notNull(),
    /** characters of source text; the vendor's count if its answer has one */
    chars: integer('chars').notNull(),
    /** fen, at the time of the request */
    pricePerMillion: minor('price_per_million').notNull(),
    /** pictures that were sent, and the price of one at that time */
    pictures: integer('pictures').notNull().default(0),
    pricePerPicture: minor('price_per_picture').notNull().default(0),
    state: text('state').$type<'sent' | 'answered' | 'free'>().notNull(),
    byName: text('by_name').notNull(),
    at: at('at').notNull(),
  },
  (table) => [
    index('translation_spend_month').on(table.providerId, table.at),
    index('translation_spend_task').on(table.taskId),
  ],
)
