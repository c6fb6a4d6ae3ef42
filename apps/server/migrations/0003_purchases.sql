CREATE TABLE "purchase_day" (
	"day" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_demand" (
	"id" uuid PRIMARY KEY NOT NULL,
	"line_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"order_name" text NOT NULL,
	"sale_quantity" integer NOT NULL,
	"placed_quantity" integer DEFAULT 0 NOT NULL,
	"released_quantity" integer DEFAULT 0 NOT NULL,
	"ratio_source" integer NOT NULL,
	"ratio_sale" integer NOT NULL,
	"alarm_sale_quantity" integer DEFAULT 0 NOT NULL,
	"alarm_why" text DEFAULT '' NOT NULL,
	"alarm_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"released_why" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_line" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"offer_id" bigint NOT NULL,
	"sku_id" bigint,
	"spec_id" text,
	"title" text NOT NULL,
	"spec_text" text DEFAULT '' NOT NULL,
	"image" text,
	"url" text DEFAULT '' NOT NULL,
	"extra_need" integer DEFAULT 0 NOT NULL,
	"need" integer NOT NULL,
	"batch_number" integer DEFAULT 1 NOT NULL,
	"quantity" integer NOT NULL,
	"short_reason" text DEFAULT '' NOT NULL,
	"unit_price_minor" bigint,
	"former_price_minor" bigint,
	"actual_unit_price_minor" bigint,
	"received" integer DEFAULT 0 NOT NULL,
	"stock_quantity" integer DEFAULT 0 NOT NULL,
	"target_line_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"origin" text NOT NULL,
	"supplier_id" uuid NOT NULL,
	"supplier_name" text NOT NULL,
	"account_id" uuid,
	"account_name" text DEFAULT '' NOT NULL,
	"address_id" uuid,
	"address_name" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"freight_note" text DEFAULT '' NOT NULL,
	"line_count" integer DEFAULT 0 NOT NULL,
	"quantity" integer DEFAULT 0 NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"goods_minor" bigint DEFAULT 0 NOT NULL,
	"freight_minor" bigint,
	"actual_goods_minor" bigint,
	"actual_freight_minor" bigint,
	"actual_total_minor" bigint,
	"total_minor" bigint DEFAULT 0 NOT NULL,
	"heads" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"order_names" text[] DEFAULT '{}' NOT NULL,
	"order_count" integer DEFAULT 0 NOT NULL,
	"alibaba_order_ids" text[] DEFAULT '{}' NOT NULL,
	"payment" text DEFAULT 'none' NOT NULL,
	"reconciliation" text DEFAULT 'none' NOT NULL,
	"alarm_quantity" integer DEFAULT 0 NOT NULL,
	"merged_into" uuid,
	"merged_into_number" text,
	"member_count" integer DEFAULT 0 NOT NULL,
	"created_by_id" uuid,
	"created_by" text,
	"reviewed_by" text,
	"reviewed_at" timestamp with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_request" (
	"key" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"purchase_ids" uuid[] DEFAULT '{}' NOT NULL,
	"rows" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_revision" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"number" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" uuid,
	"by_name" text,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"changes" jsonb NOT NULL,
	"snapshot" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receiving_address" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" text NOT NULL,
	"full_name" text NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"post_code" text DEFAULT '' NOT NULL,
	"province_text" text NOT NULL,
	"city_text" text DEFAULT '' NOT NULL,
	"area_text" text DEFAULT '' NOT NULL,
	"town_text" text DEFAULT '' NOT NULL,
	"address" text NOT NULL,
	"district_code" text,
	"remote_address_id" text,
	"account_id" uuid,
	"is_default" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "supplier" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"seller_key" text NOT NULL,
	"open_id" text,
	"name" text NOT NULL,
	"standing" text DEFAULT 'normal' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "purchase_demand" ADD CONSTRAINT "purchase_demand_line_id_purchase_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."purchase_line"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_line" ADD CONSTRAINT "purchase_line_purchase_id_purchase_order_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_line" ADD CONSTRAINT "purchase_line_target" FOREIGN KEY ("target_line_id") REFERENCES "public"."purchase_line"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_supplier_id_supplier_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."supplier"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_account_id_marketplace_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."marketplace_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_address_id_receiving_address_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."receiving_address"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_target" FOREIGN KEY ("merged_into") REFERENCES "public"."purchase_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchase_demand_line" ON "purchase_demand" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "purchase_demand_order_line" ON "purchase_demand" USING btree ("order_line_id");--> statement-breakpoint
CREATE INDEX "purchase_demand_order" ON "purchase_demand" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "purchase_demand_order_name" ON "purchase_demand" USING btree (lower("order_name"));--> statement-breakpoint
CREATE INDEX "purchase_line_purchase" ON "purchase_line" USING btree ("purchase_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_line_sku" ON "purchase_line" USING btree ("purchase_id","offer_id",coalesce("spec_id", ''));--> statement-breakpoint
CREATE INDEX "purchase_line_target_line" ON "purchase_line" USING btree ("target_line_id");--> statement-breakpoint
CREATE INDEX "purchase_line_offer" ON "purchase_line" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "purchase_line_source_sku" ON "purchase_line" USING btree ("sku_id");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_order_number" ON "purchase_order" USING btree ("number");--> statement-breakpoint
CREATE INDEX "purchase_order_merged" ON "purchase_order" USING btree ("merged_into");--> statement-breakpoint
CREATE INDEX "purchase_order_created" ON "purchase_order" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_order_updated" ON "purchase_order" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_order_total" ON "purchase_order" USING btree ("total_minor" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_order_state_created" ON "purchase_order" USING btree ("state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_order_state_updated" ON "purchase_order" USING btree ("state","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_order_state_total" ON "purchase_order" USING btree ("state","total_minor" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_order_supplier" ON "purchase_order" USING btree ("supplier_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchase_order_account" ON "purchase_order" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "purchase_order_address" ON "purchase_order" USING btree ("address_id");--> statement-breakpoint
CREATE INDEX "purchase_order_alarm" ON "purchase_order" USING btree ("created_at" DESC NULLS FIRST) WHERE alarm_quantity > 0;--> statement-breakpoint
CREATE INDEX "purchase_order_alibaba" ON "purchase_order" USING gin ("alibaba_order_ids");--> statement-breakpoint
CREATE INDEX "purchase_revision_purchase" ON "purchase_revision" USING btree ("purchase_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "receiving_address_name" ON "receiving_address" USING btree ("name") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "receiving_address_default" ON "receiving_address" USING btree ("is_default") WHERE is_default and removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "supplier_seller" ON "supplier" USING btree ("seller_key");--> statement-breakpoint
CREATE INDEX "supplier_updated" ON "supplier" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);