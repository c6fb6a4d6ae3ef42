CREATE TABLE "glossary_term" (
	"id" uuid PRIMARY KEY NOT NULL,
	"store_id" uuid,
	"locale" text NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"note" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_provider" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"enabled" boolean NOT NULL,
	"position" integer NOT NULL,
	"address" text NOT NULL,
	"key_id" text NOT NULL,
	"sealed_key" text NOT NULL,
	"region" text NOT NULL,
	"model" text NOT NULL,
	"tone" text NOT NULL,
	"timeout_seconds" integer NOT NULL,
	"price_per_million" bigint NOT NULL,
	"monthly_budget" bigint,
	"last_problem" text DEFAULT '' NOT NULL,
	"last_used_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_spend" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"provider_name" text NOT NULL,
	"task_id" uuid,
	"locale" text NOT NULL,
	"chars" integer NOT NULL,
	"price_per_million" bigint NOT NULL,
	"state" text NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"title" text NOT NULL,
	"locale" text NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_task" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"locales" text[] NOT NULL,
	"redo" boolean NOT NULL,
	"run_id" uuid NOT NULL,
	"provider_id" uuid,
	"provider_name" text,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"foreseen_chars" integer NOT NULL,
	"foreseen_cost" bigint NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"created_by_id" uuid NOT NULL,
	"created_by" text NOT NULL,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memory_pair" (
	"id" uuid PRIMARY KEY NOT NULL,
	"locale" text NOT NULL,
	"source_locale" text NOT NULL,
	"source_digest" text NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"product_id" uuid,
	"by_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"field" text NOT NULL,
	"text" text NOT NULL,
	"origin" text NOT NULL,
	"is_approved" boolean NOT NULL,
	"locked" boolean NOT NULL,
	"source_text" text NOT NULL,
	"source_digest" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"by_id" uuid,
	"by_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"field" text NOT NULL,
	"action" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"version" integer NOT NULL,
	"batch_id" uuid,
	"by_id" uuid,
	"by_name" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_languages" (
	"id" integer PRIMARY KEY NOT NULL,
	"locales" text[] NOT NULL,
	"imperial" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_sheet" (
	"product_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"missing" integer NOT NULL,
	"outdated" integer NOT NULL,
	"machine" integer NOT NULL,
	"approved" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "translation_sheet_product_id_locale_pk" PRIMARY KEY("product_id","locale")
);
--> statement-breakpoint
ALTER TABLE "translation_item" ADD CONSTRAINT "translation_item_task_id_translation_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."translation_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation" ADD CONSTRAINT "translation_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_change" ADD CONSTRAINT "translation_change_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_sheet" ADD CONSTRAINT "translation_sheet_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "glossary_term_word" ON "glossary_term" USING btree (coalesce(store_id::text, ''),"locale",lower(source),(kind = 'forbidden'));--> statement-breakpoint
CREATE INDEX "glossary_term_updated" ON "glossary_term" USING btree ("updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "translation_provider_name" ON "translation_provider" USING btree ("name");--> statement-breakpoint
CREATE INDEX "translation_spend_month" ON "translation_spend" USING btree ("provider_id","at");--> statement-breakpoint
CREATE INDEX "translation_spend_task" ON "translation_spend" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "translation_item_task" ON "translation_item" USING btree ("task_id","position");--> statement-breakpoint
CREATE INDEX "translation_item_waiting" ON "translation_item" USING btree ("task_id","position") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "translation_task_created" ON "translation_task" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "translation_task_updated" ON "translation_task" USING btree ("updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "memory_pair_source" ON "memory_pair" USING btree ("locale","source_digest");--> statement-breakpoint
CREATE UNIQUE INDEX "translation_field" ON "translation" USING btree ("product_id","locale","field");--> statement-breakpoint
CREATE INDEX "translation_digest" ON "translation" USING btree ("locale","source_digest");--> statement-breakpoint
CREATE INDEX "translation_change_text" ON "translation_change" USING btree ("product_id","locale","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "translation_change_batch" ON "translation_change" USING btree ("batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "translation_sheet_state" ON "translation_sheet" USING btree ("locale","state","updated_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "translation_sheet_all" ON "translation_sheet" USING btree ("locale","updated_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST);