CREATE TABLE "inbox_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"event_id" text NOT NULL,
	"delivery_id" text,
	"about" text,
	"body" text NOT NULL,
	"headers" jsonb NOT NULL,
	"triggered_at" timestamp with time zone,
	"received_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"repeats" integer DEFAULT 0 NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"handled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_rate" (
	"currency" text NOT NULL,
	"day" text NOT NULL,
	"rate" text NOT NULL,
	"origin" text NOT NULL,
	"by_name" text,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exchange_rate_currency_day_pk" PRIMARY KEY("currency","day")
);
--> statement-breakpoint
CREATE TABLE "order_feed" (
	"store_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"fee_percent" text DEFAULT '0' NOT NULL,
	"last_pulled_at" timestamp with time zone,
	"pulled_to" timestamp with time zone,
	"pull_error" text,
	"webhooks_at" timestamp with time zone,
	"webhooks_for" text,
	"webhook_topics" integer DEFAULT 0 NOT NULL,
	"webhook_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_task" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"input" jsonb NOT NULL,
	"total" integer,
	"done" integer DEFAULT 0 NOT NULL,
	"stores" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"brought" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"file_id" uuid,
	"file" jsonb,
	"message" text DEFAULT '' NOT NULL,
	"created_by_id" uuid,
	"created_by" text NOT NULL,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"store_id" uuid NOT NULL,
	"shopify_id" bigint NOT NULL,
	"number" text NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"shop_updated_at" timestamp with time zone NOT NULL,
	"depth" smallint NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text,
	"closed_at" timestamp with time zone,
	"test" boolean NOT NULL,
	"edited" boolean NOT NULL,
	"rescued" boolean DEFAULT false NOT NULL,
	"financial_status" text NOT NULL,
	"fulfillment_status" text NOT NULL,
	"return_status" text NOT NULL,
	"state" text NOT NULL,
	"payment" text NOT NULL,
	"tracking_return" text DEFAULT 'none' NOT NULL,
	"risk" text NOT NULL,
	"risk_advice" text,
	"risk_confirmed_at" timestamp with time zone,
	"address_missing" boolean NOT NULL,
	"address_confirmed_at" timestamp with time zone,
	"held_reason" text,
	"held_by" text,
	"held_at" timestamp with time zone,
	"shop_hold" text,
	"cut" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"currency" text NOT NULL,
	"total_minor" bigint NOT NULL,
	"refunded_minor" bigint NOT NULL,
	"current_minor" bigint NOT NULL,
	"amounts" jsonb NOT NULL,
	"country" text,
	"person_status" text NOT NULL,
	"fulfillments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"line_count" integer NOT NULL,
	"pieces" integer NOT NULL,
	"unsourced" boolean NOT NULL,
	"sale_cny" bigint,
	"goods_cny" bigint,
	"freight_cny" bigint,
	"fee_cny" bigint,
	"profit_cny" bigint,
	"rate" text,
	"rate_day" text,
	"goods_paid_cny" bigint,
	"freight_paid_cny" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_order_count_delta" (
	"store_id" uuid NOT NULL,
	"state" text NOT NULL,
	"payment" text NOT NULL,
	"tracking_return" text NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_order_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"by_id" uuid,
	"by_name" text
);
--> statement-breakpoint
CREATE TABLE "sales_order_line" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"shopify_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"current" integer NOT NULL,
	"fulfilled" integer NOT NULL,
	"unit_price_minor" bigint NOT NULL,
	"requires_shipping" boolean NOT NULL,
	"ignored" boolean DEFAULT false NOT NULL,
	"purchased" integer DEFAULT 0 NOT NULL,
	"placed" integer DEFAULT 0 NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"shipped" integer DEFAULT 0 NOT NULL,
	"offer_id" bigint,
	"sku_id" bigint,
	"spec_id" text,
	"sale_quantity" integer DEFAULT 1 NOT NULL,
	"source_quantity" integer DEFAULT 1 NOT NULL,
	"source_origin" text,
	"unit_cost_cny" bigint,
	"product_id" uuid,
	"variant_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_order_person" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"store_id" uuid NOT NULL,
	"customer_id" bigint,
	"name" text,
	"email" text,
	"phone" text,
	"address" jsonb,
	"note" text DEFAULT '' NOT NULL,
	"words" text[] DEFAULT '{}' NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sku_relation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"store_id" uuid NOT NULL,
	"variant_id" bigint,
	"sku" text NOT NULL,
	"offer_id" bigint NOT NULL,
	"sku_id" bigint,
	"spec_id" text,
	"sale_quantity" integer NOT NULL,
	"source_quantity" integer NOT NULL,
	"unit_cost_cny" bigint,
	"by_id" uuid,
	"by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sold_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"store_id" uuid NOT NULL,
	"key" text NOT NULL,
	"variant_id" bigint,
	"product_id" bigint,
	"sku" text NOT NULL,
	"title" text NOT NULL,
	"variant_title" text NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "store" ADD COLUMN "previous_secret" text;--> statement-breakpoint
ALTER TABLE "store" ADD COLUMN "previous_secret_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sales_order_event" ADD CONSTRAINT "sales_order_event_order_id_sales_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."sales_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_order_line" ADD CONSTRAINT "sales_order_line_order_id_sales_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."sales_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_order_line" ADD CONSTRAINT "sales_order_line_item_id_sold_item_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."sold_item"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_order_person" ADD CONSTRAINT "sales_order_person_order_id_sales_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."sales_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_message_event" ON "inbox_message" USING btree ("source","owner_id","topic","event_id");--> statement-breakpoint
CREATE INDEX "inbox_message_waiting" ON "inbox_message" USING btree ("next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "inbox_message_received" ON "inbox_message" USING btree ("received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inbox_message_state" ON "inbox_message" USING btree ("state","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inbox_message_about" ON "inbox_message" USING btree ("about");--> statement-breakpoint
CREATE INDEX "inbox_message_event_id" ON "inbox_message" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "exchange_rate_latest" ON "exchange_rate" USING btree ("currency","day" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "order_task_created" ON "order_task" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "order_task_open" ON "order_task" USING btree ("state") WHERE finished_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sales_order_shop" ON "sales_order" USING btree ("store_id","shopify_id");--> statement-breakpoint
CREATE INDEX "sales_order_state_ordered" ON "sales_order" USING btree ("state","ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_state_updated" ON "sales_order" USING btree ("state","shop_updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_state_sale" ON "sales_order" USING btree ("state","sale_cny" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_state_profit" ON "sales_order" USING btree ("state","profit_cny" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_ordered" ON "sales_order" USING btree ("ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_updated" ON "sales_order" USING btree ("shop_updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_sale" ON "sales_order" USING btree ("sale_cny" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_profit" ON "sales_order" USING btree ("profit_cny" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_store_ordered" ON "sales_order" USING btree ("store_id","ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_country" ON "sales_order" USING btree ("country","ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_rescued" ON "sales_order" USING btree ("ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE rescued;--> statement-breakpoint
CREATE INDEX "sales_order_unsourced" ON "sales_order" USING btree ("ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE unsourced;--> statement-breakpoint
CREATE INDEX "sales_order_rate" ON "sales_order" USING btree ("currency","ordered_at");--> statement-breakpoint
CREATE INDEX "sales_order_count_delta_state" ON "sales_order_count_delta" USING btree ("state");--> statement-breakpoint
CREATE INDEX "sales_order_event_order" ON "sales_order_event" USING btree ("order_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "sales_order_line_shop" ON "sales_order_line" USING btree ("order_id","shopify_id");--> statement-breakpoint
CREATE INDEX "sales_order_line_item" ON "sales_order_line" USING btree ("item_id","order_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_person_customer" ON "sales_order_person" USING btree ("store_id","customer_id");--> statement-breakpoint
CREATE INDEX "sales_order_person_words" ON "sales_order_person" USING gin ("words");--> statement-breakpoint
CREATE INDEX "sales_order_person_ordered" ON "sales_order_person" USING btree ("ordered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sku_relation_variant" ON "sku_relation" USING btree ("store_id","variant_id") WHERE variant_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sku_relation_sku" ON "sku_relation" USING btree ("store_id","sku") WHERE variant_id is null;--> statement-breakpoint
CREATE INDEX "sku_relation_offer" ON "sku_relation" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "sku_relation_updated" ON "sku_relation" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "sold_item_key" ON "sold_item" USING btree ("store_id","key");--> statement-breakpoint
CREATE INDEX "sold_item_variant" ON "sold_item" USING btree ("store_id","variant_id");--> statement-breakpoint
CREATE INDEX "sold_item_sku" ON "sold_item" USING btree ("store_id","sku");