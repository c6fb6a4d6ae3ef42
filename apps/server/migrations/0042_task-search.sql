CREATE INDEX "translation_push_item_product" ON "translation_push_item" USING btree ("product_id","push_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "translation_item_product" ON "translation_item" USING btree ("product_id","task_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "translation_task_state" ON "translation_task" USING btree ("state","created_at" DESC NULLS FIRST);--> statement-breakpoint
-- Tasks are searched by their title and by who began them (db/task-search.ts), notices by their words (notices.store).
CREATE INDEX sync_task_search ON sync_task USING gin (search_terms(lower(title || ' ' || created_by), created_at)) WITH (gin_pending_list_limit = 1024);--> statement-breakpoint
CREATE INDEX translation_task_search ON translation_task USING gin (search_terms(lower(title || ' ' || created_by), created_at)) WITH (gin_pending_list_limit = 1024);--> statement-breakpoint
CREATE INDEX translation_push_search ON translation_push USING gin (search_terms(lower(title || ' ' || created_by), created_at)) WITH (gin_pending_list_limit = 1024);--> statement-breakpoint
CREATE INDEX notice_search ON notice USING gin (search_terms(lower(title || ' ' || text), at)) WITH (gin_pending_list_limit = 1024);--> statement-breakpoint
-- As in 0041.
ANALYZE sync_task, translation_task, translation_push, notice;
