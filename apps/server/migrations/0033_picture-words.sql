CREATE TABLE "picture_words" (
	"product_id" uuid NOT NULL,
	"picture_id" text NOT NULL,
	"url_digest" text NOT NULL,
	"words" text NOT NULL,
	"language" text,
	"origin" text NOT NULL,
	"provider_name" text,
	"accepted" text[] DEFAULT '{}' NOT NULL,
	"by_id" uuid,
	"by_name" text,
	"version" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "picture_words_product_id_picture_id_pk" PRIMARY KEY("product_id","picture_id")
);
--> statement-breakpoint
ALTER TABLE "translation_provider" ADD COLUMN "reads_pictures" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_provider" ADD COLUMN "price_per_picture" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_spend" ADD COLUMN "pictures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_spend" ADD COLUMN "price_per_picture" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_task" ADD COLUMN "kind" text DEFAULT 'texts' NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_task" ADD COLUMN "foreseen_pictures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_sheet" ADD COLUMN "pictures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "picture_words" ADD CONSTRAINT "picture_words_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "picture_words_url" ON "picture_words" USING btree ("url_digest");--> statement-breakpoint
CREATE INDEX "translation_sheet_pictures" ON "translation_sheet" USING btree ("locale","updated_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST) WHERE pictures > 0;