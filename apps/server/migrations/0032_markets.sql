CREATE TABLE "market_translation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"market" text NOT NULL,
	"market_name" text NOT NULL,
	"locale" text NOT NULL,
	"field" text NOT NULL,
	"text" text NOT NULL,
	"source_text" text NOT NULL,
	"source_digest" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"by_id" uuid,
	"by_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "store" ADD COLUMN "markets" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "store" ADD COLUMN "markets_read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "translation_change" ADD COLUMN "store_id" uuid;--> statement-breakpoint
ALTER TABLE "translation_change" ADD COLUMN "market" text;--> statement-breakpoint
ALTER TABLE "translation_change" ADD COLUMN "market_name" text;--> statement-breakpoint
ALTER TABLE "market_translation" ADD CONSTRAINT "market_translation_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_translation" ADD CONSTRAINT "market_translation_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "market_translation_field" ON "market_translation" USING btree ("product_id","locale","store_id","market","field");