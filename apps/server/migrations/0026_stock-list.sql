ALTER TABLE "purchase_line" ADD COLUMN "spare_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_line" ADD COLUMN "purchased_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "purchase_line_stock" ON "purchase_line" USING btree ("purchased_at" DESC NULLS FIRST,"position","id") WHERE spare > 0 or spare_used > 0 or spare_gone > 0;