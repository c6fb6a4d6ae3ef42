CREATE TABLE "product_feed" (
	"store_id" uuid PRIMARY KEY NOT NULL,
	"polled_to" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "shop_changed" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "shop_touched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "shop_looked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "listing_touched" ON "listing" USING btree ("shop_touched_at") WHERE "listing"."shop_touched_at" is not null;--> statement-breakpoint
CREATE INDEX "listing_looked" ON "listing" USING btree ("store_id","shop_looked_at");