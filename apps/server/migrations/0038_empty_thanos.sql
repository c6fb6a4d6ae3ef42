ALTER TABLE "sales_order_line" ADD COLUMN "list_price_minor" bigint;--> statement-breakpoint
ALTER TABLE "sales_order_line" ADD COLUMN "discount_minor" bigint;