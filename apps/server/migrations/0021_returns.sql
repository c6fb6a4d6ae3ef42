CREATE TABLE "sales_order_return" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"shopify_gid" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"lines" jsonb NOT NULL,
	"exchanges" jsonb NOT NULL,
	"refunds" jsonb NOT NULL,
	"declined" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sales_order_return" ADD CONSTRAINT "sales_order_return_order_id_sales_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."sales_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sales_order_return_shop" ON "sales_order_return" USING btree ("order_id","shopify_gid");--> statement-breakpoint
CREATE INDEX "sales_order_return_order" ON "sales_order_return" USING btree ("order_id","requested_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_returned" ON "sales_order" USING btree ("ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE return_status <> 'NO_RETURN';