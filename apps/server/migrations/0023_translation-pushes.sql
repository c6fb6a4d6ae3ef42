CREATE TABLE "shop_translation" (
	"listing_id" uuid NOT NULL,
	"resource_id" text NOT NULL,
	"key" text NOT NULL,
	"locale" text NOT NULL,
	"market" text DEFAULT '' NOT NULL,
	"owner" text NOT NULL,
	"value" text,
	"sent" text,
	"digest" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "shop_translation_listing_id_resource_id_key_locale_market_pk" PRIMARY KEY("listing_id","resource_id","key","locale","market")
);
--> statement-breakpoint
CREATE TABLE "translation_push" (
	"id" uuid PRIMARY KEY NOT NULL,
	"store_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"locales" text[] NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"unknown" integer DEFAULT 0 NOT NULL,
	"created_by_id" uuid,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_push_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"resource_id" text NOT NULL,
	"key" text NOT NULL,
	"locale" text NOT NULL,
	"market" text DEFAULT '' NOT NULL,
	"label" text NOT NULL,
	"before" text,
	"before_owner" text,
	"after" text,
	"stored" text,
	"is_written" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_push_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"push_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"undo_of" uuid,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"advice" text,
	"approval" jsonb,
	"written" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "translation_push_change" ADD CONSTRAINT "translation_push_change_item_id_translation_push_item_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."translation_push_item"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_push_item" ADD CONSTRAINT "translation_push_item_push_id_translation_push_id_fk" FOREIGN KEY ("push_id") REFERENCES "public"."translation_push"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "translation_push_created" ON "translation_push" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "translation_push_state" ON "translation_push" USING btree ("state","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "translation_push_change_text" ON "translation_push_change" USING btree ("item_id","resource_id","key","locale","market");--> statement-breakpoint
CREATE INDEX "translation_push_item_push" ON "translation_push_item" USING btree ("push_id","position");--> statement-breakpoint
CREATE INDEX "translation_push_item_state" ON "translation_push_item" USING btree ("push_id","state");--> statement-breakpoint
CREATE INDEX "translation_push_item_undo" ON "translation_push_item" USING btree ("undo_of");