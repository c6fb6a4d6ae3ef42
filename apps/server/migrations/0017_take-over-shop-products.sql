CREATE TABLE "takeover_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"store_id" uuid NOT NULL,
	"read_id" uuid NOT NULL,
	"shopify_product_id" text NOT NULL,
	"title" text NOT NULL,
	"image" text,
	"variants" jsonb NOT NULL,
	"state" text NOT NULL,
	"proposed_id" uuid,
	"sureness" text NOT NULL,
	"points" integer NOT NULL,
	"reasons" text[] NOT NULL,
	"product_id" uuid,
	"product_version" integer,
	"decided_by" text,
	"message" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "takeover_read" (
	"store_id" uuid PRIMARY KEY NOT NULL,
	"read_id" uuid NOT NULL,
	"state" text NOT NULL,
	"cursor" text,
	"seen" integer DEFAULT 0 NOT NULL,
	"known" integer DEFAULT 0 NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "takeover_item_shop_product" ON "takeover_item" USING btree ("store_id","shopify_product_id");--> statement-breakpoint
CREATE INDEX "takeover_item_order" ON "takeover_item" USING btree ("store_id","state","points" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "product_variant_barcode" ON "product_variant" USING btree ("barcode") WHERE barcode <> '';