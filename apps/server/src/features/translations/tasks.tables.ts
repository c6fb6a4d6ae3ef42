import type {
  FieldOutcome,
  TranslationItemState,
  TranslationTaskKind,
  TranslationTaskState,
} from '@huoqiao/contract/translations/tasks.status'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, minor, primaryId, updatedAt } from '../../db/columns.ts'

export const translationTask = pgTable(
  'translation_task',
  {
    id: primaryId(),
    title: text('title').notNull(),
    kind: text('kind').$type<TranslationTaskKind>().notNull().default('texts'),
    state: text('state').$type<TranslationTaskState>().notNull(),
    locales: text('locales').array().notNull(),
    redo: boolean('redo').notNull(),
    /** id of the current run; a former job stops when it reads another one */
    runId: uuid('run_id').notNull(),
    /** null: without a provider */
    providerId: uuid('provider_id'),
    providerName: text('provider_name'),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    foreseenChars: integer('foreseen_chars').notNull(),
    foreseenPictures: integer('foreseen_pictures').notNull().default(0),
    foreseenCost: minor('foreseen_cost').notNull(),
    message: text('message').notNull().default(''),
    createdById: uuid('created_by_id').notNull(),
    createdBy: text('created_by').notNull(),
    finishedAt: at('finished_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('translation_task_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('translation_task_updated').on(table.updatedAt),
    index('translation_task_state').on(table.state, table.createdAt.desc().nullsFirst()),
  ],
)

/** One product in one language; in a picture task, one product with language ''. */
export const translationItem = pgTable(
  'translation_item',
  {
    id: primaryId(),
    taskId: uuid('task_id')
      .notNull()
      .references(() => translationTask.id, { onDelete: 'cascade' }),
    productId: uuid('product_id').notNull(),
    title: text('title').notNull(),
    locale: text('locale').notNull(),
    position: integer('position').notNull(),
    state: text('state').$type<TranslationItemState>().notNull(),
    message: text('message').notNull().default(''),
    fields: jsonb('fields').$type<ItemField[]>().notNull().default([]),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('translation_item_task').on(table.taskId, table.position),
    index('translation_item_product').on(table.productId, table.taskId.desc().nullsFirst()),
    index('translation_item_waiting')
      .on(table.taskId, table.position)
      .where(sql`state = 'waiting'`),
  ],
)
export type ItemField = { field: string; label: string; outcome: FieldOutcome; why: string }
