CREATE TABLE "allocation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"demand_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"sale_quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parcel" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"purchase_number" text NOT NULL,
	"account_id" uuid NOT NULL,
	"alibaba_order_id" bigint NOT NULL,
	"logistics_id" text NOT NULL,
	"tracking_no" text,
	"former_numbers" text[] DEFAULT '{}' NOT NULL,
	"carrier" text,
	"carrier_code" text,
	"state" text NOT NULL,
	"state_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"sent_at" timestamp with time zone,
	"signed_at" timestamp with time zone,
	"last_step_at" timestamp with time zone,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"stalled_since" timestamp with time zone,
	"urged_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parcel_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parcel_id" uuid NOT NULL,
	"sub_item_id" text NOT NULL,
	"line_id" uuid,
	"title" text NOT NULL,
	"image" text,
	"quantity" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parcel_reading" (
	"alibaba_order_id" bigint PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"order_modified_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"message" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"purchase_number" text NOT NULL,
	"line_id" uuid NOT NULL,
	"title" text NOT NULL,
	"spec_text" text DEFAULT '' NOT NULL,
	"image" text,
	"quantity" integer NOT NULL,
	"defects" integer DEFAULT 0 NOT NULL,
	"defect_reason" text DEFAULT '' NOT NULL,
	"over_reason" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"parcel_id" uuid,
	"reverses" uuid,
	"by_id" uuid NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"search_text" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_request" (
	"key" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"order_name" text NOT NULL,
	"store_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"advice" text,
	"carrier" text NOT NULL,
	"numbers" text[] NOT NULL,
	"urls" text[] DEFAULT '{}' NOT NULL,
	"notify_customer" boolean NOT NULL,
	"change" jsonb,
	"wish_key" text NOT NULL,
	"exchange" jsonb,
	"looks" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"by_id" uuid NOT NULL,
	"by" text NOT NULL,
	"sent_at" timestamp with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipment_fulfilment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"shipment_id" uuid NOT NULL,
	"state" text NOT NULL,
	"location_name" text NOT NULL,
	"lines" jsonb NOT NULL,
	"fulfillment_gid" text,
	"name" text,
	"message" text DEFAULT '' NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipment_line" (
	"id" uuid PRIMARY KEY NOT NULL,
	"shipment_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"shopify_gid" text NOT NULL,
	"sku" text NOT NULL,
	"title" text NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "parcel_item" ADD CONSTRAINT "parcel_item_parcel_id_parcel_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_parcel_id_parcel_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcel"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_reversed" FOREIGN KEY ("reverses") REFERENCES "public"."receipt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_fulfilment" ADD CONSTRAINT "shipment_fulfilment_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_line" ADD CONSTRAINT "shipment_line_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "allocation_demand" ON "allocation" USING btree ("demand_id");--> statement-breakpoint
CREATE INDEX "allocation_line" ON "allocation" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "allocation_order" ON "allocation" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "allocation_order_line" ON "allocation" USING btree ("order_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "parcel_remote" ON "parcel" USING btree ("alibaba_order_id","logistics_id");--> statement-breakpoint
CREATE INDEX "parcel_purchase" ON "parcel" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "parcel_tracking" ON "parcel" USING btree ("tracking_no");--> statement-breakpoint
CREATE INDEX "parcel_former" ON "parcel" USING gin ("former_numbers");--> statement-breakpoint
CREATE INDEX "parcel_sent" ON "parcel" USING btree ("sent_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "parcel_step" ON "parcel" USING btree ("last_step_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "parcel_state_sent" ON "parcel" USING btree ("state","sent_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "parcel_state_step" ON "parcel" USING btree ("state","last_step_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "parcel_stalled" ON "parcel" USING btree ("stalled_since") WHERE stalled_since is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "parcel_item_sub" ON "parcel_item" USING btree ("parcel_id","sub_item_id");--> statement-breakpoint
CREATE INDEX "parcel_item_line" ON "parcel_item" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "parcel_reading_due" ON "parcel_reading" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_reverses" ON "receipt" USING btree ("reverses");--> statement-breakpoint
CREATE INDEX "receipt_line" ON "receipt" USING btree ("line_id","at");--> statement-breakpoint
CREATE INDEX "receipt_purchase" ON "receipt" USING btree ("purchase_id","at");--> statement-breakpoint
CREATE INDEX "receipt_parcel" ON "receipt" USING btree ("parcel_id");--> statement-breakpoint
CREATE INDEX "receipt_at" ON "receipt" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_wish" ON "shipment" USING btree ("wish_key") WHERE state <> 'cancelled';--> statement-breakpoint
CREATE INDEX "shipment_order" ON "shipment" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "shipment_created" ON "shipment" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "shipment_updated" ON "shipment" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "shipment_state_created" ON "shipment" USING btree ("state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "shipment_state_updated" ON "shipment" USING btree ("state","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "shipment_open" ON "shipment" USING btree ("next_at") WHERE state in ('queued', 'sending', 'unknown', 'updating', 'cancelling');--> statement-breakpoint
CREATE INDEX "shipment_fulfilment_shipment" ON "shipment_fulfilment" USING btree ("shipment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_fulfilment_gid" ON "shipment_fulfilment" USING btree ("fulfillment_gid");--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_line_order_line" ON "shipment_line" USING btree ("shipment_id","order_line_id");--> statement-breakpoint
CREATE INDEX "shipment_line_of" ON "shipment_line" USING btree ("order_line_id");