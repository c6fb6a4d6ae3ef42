CREATE TABLE "alibaba_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alibaba_order_id" uuid NOT NULL,
	"state" text NOT NULL,
	"kind" text NOT NULL,
	"sub_item_ids" text[] NOT NULL,
	"former_ids" text[] NOT NULL,
	"goods_minor" bigint NOT NULL,
	"freight_minor" bigint NOT NULL,
	"description" text NOT NULL,
	"refund_id" text,
	"message" text DEFAULT '' NOT NULL,
	"by_id" uuid,
	"by" text NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_cost" (
	"purchase_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"goods_minor" bigint,
	"freight_minor" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_cost_purchase_id_order_line_id_pk" PRIMARY KEY("purchase_id","order_line_id")
);
--> statement-breakpoint
ALTER TABLE "alibaba_refund" ADD CONSTRAINT "alibaba_refund_alibaba_order_id_alibaba_order_id_fk" FOREIGN KEY ("alibaba_order_id") REFERENCES "public"."alibaba_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alibaba_refund_order" ON "alibaba_refund" USING btree ("alibaba_order_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alibaba_refund_open" ON "alibaba_refund" USING btree ("alibaba_order_id") WHERE state in ('sending', 'unknown');--> statement-breakpoint
CREATE INDEX "purchase_cost_order" ON "purchase_cost" USING btree ("order_id");