CREATE TABLE "alibaba_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"placement_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"order_id" bigint NOT NULL,
	"status" text NOT NULL,
	"refund_status" text,
	"total_minor" bigint NOT NULL,
	"goods_minor" bigint,
	"freight_minor" bigint NOT NULL,
	"refund_minor" bigint DEFAULT 0 NOT NULL,
	"seller_name" text,
	"ordered_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"close_reason" text,
	"pay_before" timestamp with time zone,
	"modified_at" timestamp with time zone,
	"read" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone,
	"surplus" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alibaba_order_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alibaba_order_id" uuid NOT NULL,
	"sub_item_id" text NOT NULL,
	"offer_id" bigint NOT NULL,
	"spec_id" text,
	"sku_id" bigint,
	"title" text NOT NULL,
	"image" text,
	"quantity" integer NOT NULL,
	"unit_minor" bigint NOT NULL,
	"amount_minor" bigint NOT NULL,
	"refund_minor" bigint DEFAULT 0 NOT NULL,
	"refund_status" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alibaba_poll" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"read_to" timestamp with time zone NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"placement_id" uuid,
	"purchase_id" uuid,
	"purchase_number" text NOT NULL,
	"account_name" text NOT NULL,
	"order_id" bigint,
	"amount_minor" bigint,
	"by" text NOT NULL,
	"summary" text NOT NULL,
	"body" text NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"way" text NOT NULL,
	"state" text NOT NULL,
	"total_minor" bigint NOT NULL,
	"pay_url" text,
	"message" text DEFAULT '' NOT NULL,
	"by_id" uuid,
	"by" text NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"alibaba_order_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"sending" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "placement" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"out_order_id" text NOT NULL,
	"account_id" uuid NOT NULL,
	"account_name" text NOT NULL,
	"state" text NOT NULL,
	"sent" jsonb NOT NULL,
	"failed_lines" jsonb,
	"word" text,
	"message" text DEFAULT '' NOT NULL,
	"advice" text,
	"exchange" jsonb,
	"looks" integer DEFAULT 0 NOT NULL,
	"next_look_at" timestamp with time zone,
	"by_id" uuid,
	"by" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "placement_gate" (
	"purchase_id" uuid PRIMARY KEY NOT NULL,
	"preview" jsonb NOT NULL,
	"accepted_minor" bigint,
	"by_id" uuid,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alibaba_order" ADD CONSTRAINT "alibaba_order_placement_id_placement_id_fk" FOREIGN KEY ("placement_id") REFERENCES "public"."placement"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alibaba_order_item" ADD CONSTRAINT "alibaba_order_item_alibaba_order_id_alibaba_order_id_fk" FOREIGN KEY ("alibaba_order_id") REFERENCES "public"."alibaba_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_alibaba_order_id_alibaba_order_id_fk" FOREIGN KEY ("alibaba_order_id") REFERENCES "public"."alibaba_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alibaba_order_number" ON "alibaba_order" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "alibaba_order_purchase" ON "alibaba_order" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "alibaba_order_open" ON "alibaba_order" USING btree ("account_id","read_at") WHERE status not in ('success', 'cancel', 'terminated');--> statement-breakpoint
CREATE UNIQUE INDEX "alibaba_order_item_sub" ON "alibaba_order_item" USING btree ("alibaba_order_id","sub_item_id");--> statement-breakpoint
CREATE INDEX "ledger_entry_purchase" ON "ledger_entry" USING btree ("purchase_number");--> statement-breakpoint
CREATE INDEX "ledger_entry_order" ON "ledger_entry" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_entry_kind" ON "ledger_entry" USING btree ("kind","seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payment_created" ON "payment" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payment_order_payment" ON "payment_order" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_order_order" ON "payment_order" USING btree ("alibaba_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_sending" ON "payment_order" USING btree ("alibaba_order_id") WHERE sending;--> statement-breakpoint
CREATE UNIQUE INDEX "placement_live" ON "placement" USING btree ("purchase_id") WHERE state in ('sent', 'unknown', 'placed', 'adopted');--> statement-breakpoint
CREATE INDEX "placement_purchase" ON "placement" USING btree ("purchase_id","sent_at");--> statement-breakpoint
CREATE INDEX "placement_open" ON "placement" USING btree ("next_look_at") WHERE state in ('sent', 'unknown');