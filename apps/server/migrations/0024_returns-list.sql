ALTER TABLE "sales_order_return" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "sales_order_return_list" ON "sales_order_return" USING btree ("requested_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_return_updated" ON "sales_order_return" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_return_state" ON "sales_order_return" USING btree ("state","requested_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);