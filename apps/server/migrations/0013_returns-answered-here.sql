CREATE TABLE "sales_order_return_act" (
	"id" uuid PRIMARY KEY NOT NULL,
	"return_id" uuid NOT NULL,
	"step" text NOT NULL,
	"state" text NOT NULL,
	"message" text NOT NULL,
	"request_key" text,
	"form_hash" text,
	"by_id" uuid,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "sales_order_return" ADD COLUMN "photos" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "alibaba_refund" ADD COLUMN "photos" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_order_return_act" ADD CONSTRAINT "sales_order_return_act_return_id_sales_order_return_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."sales_order_return"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sales_order_return_act_return" ON "sales_order_return_act" USING btree ("return_id","created_at" DESC NULLS FIRST);