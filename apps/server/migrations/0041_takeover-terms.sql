CREATE INDEX "takeover_item_points" ON "takeover_item" USING btree ("store_id","points" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "takeover_item_sureness" ON "takeover_item" USING btree ("store_id","sureness","points" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "takeover_item_sureness_order" ON "takeover_item" USING btree ("store_id","sureness","state","points" DESC NULLS FIRST,"id");--> statement-breakpoint
-- The products of a shop are searched like every other list (db/search.ts): a frequent word by the newest parts of time.
DROP INDEX takeover_item_search;--> statement-breakpoint
CREATE INDEX takeover_item_search ON takeover_item USING gin (search_terms(search_text, created_at)) WITH (gin_pending_list_limit = 1024);--> statement-breakpoint
-- Statistics of the new index: without them a frequent word is searched in the whole table until PostgreSQL analyses it by itself.
ANALYZE takeover_item;
