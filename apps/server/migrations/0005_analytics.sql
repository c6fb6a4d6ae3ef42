CREATE TABLE "analytics_schedule" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"weekday" smallint NOT NULL,
	"view" jsonb NOT NULL,
	"sent_for" date NOT NULL,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_day_goods" (
	"day" date NOT NULL,
	"goods_id" uuid NOT NULL,
	"facts" integer NOT NULL,
	"orders" bigint NOT NULL,
	"unknown_orders" bigint NOT NULL,
	"pieces" bigint NOT NULL,
	"returned_pieces" bigint NOT NULL,
	"sent_pieces" bigint NOT NULL,
	"sent_hours" bigint NOT NULL,
	"sale_minor" bigint NOT NULL,
	"refund_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"goods_minor" bigint NOT NULL,
	"freight_minor" bigint NOT NULL,
	"abroad_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"profit_minor" bigint NOT NULL,
	"profit_sale_minor" bigint NOT NULL,
	CONSTRAINT "sales_day_goods_day_goods_id_pk" PRIMARY KEY("day","goods_id")
);
--> statement-breakpoint
CREATE TABLE "sales_day_place" (
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"country" text NOT NULL,
	"facts" integer NOT NULL,
	"orders" bigint NOT NULL,
	"unknown_orders" bigint NOT NULL,
	"pieces" bigint NOT NULL,
	"returned_pieces" bigint NOT NULL,
	"sent_pieces" bigint NOT NULL,
	"sent_hours" bigint NOT NULL,
	"sale_minor" bigint NOT NULL,
	"refund_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"goods_minor" bigint NOT NULL,
	"freight_minor" bigint NOT NULL,
	"abroad_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"profit_minor" bigint NOT NULL,
	"profit_sale_minor" bigint NOT NULL,
	CONSTRAINT "sales_day_place_day_store_id_country_pk" PRIMARY KEY("day","store_id","country")
);
--> statement-breakpoint
CREATE TABLE "sales_fact" (
	"order_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"day" date NOT NULL,
	"store_id" uuid NOT NULL,
	"country" text NOT NULL,
	"goods_id" uuid NOT NULL,
	"orders" bigint NOT NULL,
	"unknown_orders" bigint NOT NULL,
	"pieces" bigint NOT NULL,
	"returned_pieces" bigint NOT NULL,
	"sent_pieces" bigint NOT NULL,
	"sent_hours" bigint NOT NULL,
	"sale_minor" bigint NOT NULL,
	"refund_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"goods_minor" bigint NOT NULL,
	"freight_minor" bigint NOT NULL,
	"abroad_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"profit_minor" bigint NOT NULL,
	"profit_sale_minor" bigint NOT NULL,
	CONSTRAINT "sales_fact_order_id_position_pk" PRIMARY KEY("order_id","position")
);
--> statement-breakpoint
CREATE TABLE "sales_goods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"store_id" uuid NOT NULL,
	"product_key" uuid NOT NULL,
	"product_name" text NOT NULL,
	"variant_key" uuid NOT NULL,
	"variant_name" text NOT NULL,
	"sku" text NOT NULL,
	"image" text,
	"offer_id" bigint,
	"supplier_key" text NOT NULL,
	"supplier_name" text NOT NULL,
	"category" text NOT NULL,
	"offer_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_month_goods" (
	"day" date NOT NULL,
	"goods_id" uuid NOT NULL,
	"facts" integer NOT NULL,
	"orders" bigint NOT NULL,
	"unknown_orders" bigint NOT NULL,
	"pieces" bigint NOT NULL,
	"returned_pieces" bigint NOT NULL,
	"sent_pieces" bigint NOT NULL,
	"sent_hours" bigint NOT NULL,
	"sale_minor" bigint NOT NULL,
	"refund_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"goods_minor" bigint NOT NULL,
	"freight_minor" bigint NOT NULL,
	"abroad_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"profit_minor" bigint NOT NULL,
	"profit_sale_minor" bigint NOT NULL,
	CONSTRAINT "sales_month_goods_day_goods_id_pk" PRIMARY KEY("day","goods_id")
);
--> statement-breakpoint
CREATE TABLE "sales_order_change" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_order_change_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_day" (
	"day" text NOT NULL,
	"name" text NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "figure_day_day_name_pk" PRIMARY KEY("day","name")
);
--> statement-breakpoint
ALTER TABLE "store" ADD COLUMN "ship_days" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_schedule" ADD CONSTRAINT "analytics_schedule_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "analytics_schedule_name" ON "analytics_schedule" USING btree ("account_id","name");--> statement-breakpoint
CREATE INDEX "sales_day_goods_goods" ON "sales_day_goods" USING btree ("goods_id","day");--> statement-breakpoint
CREATE INDEX "sales_fact_country" ON "sales_fact" USING btree ("country","day");--> statement-breakpoint
CREATE INDEX "sales_fact_goods" ON "sales_fact" USING btree ("goods_id","day");--> statement-breakpoint
CREATE INDEX "sales_goods_supplier" ON "sales_goods" USING btree ("supplier_key");--> statement-breakpoint
CREATE INDEX "sales_goods_category" ON "sales_goods" USING btree ("category");--> statement-breakpoint
CREATE INDEX "sales_goods_product" ON "sales_goods" USING btree ("product_key");--> statement-breakpoint
CREATE INDEX "sales_goods_offer" ON "sales_goods" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "sales_month_goods_goods" ON "sales_month_goods" USING btree ("goods_id","day");