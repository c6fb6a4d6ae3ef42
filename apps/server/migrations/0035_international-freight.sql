ALTER TABLE "sales_order" ADD COLUMN "abroad_cny" bigint;--> statement-breakpoint
ALTER TABLE "sales_order" ADD COLUMN "abroad_entered_cny" bigint;