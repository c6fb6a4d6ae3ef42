ALTER TABLE "sales_day_goods" ADD COLUMN "unrated_lines" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_day_place" ADD COLUMN "unrated_lines" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_fact" ADD COLUMN "unrated_lines" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_month_goods" ADD COLUMN "unrated_lines" bigint DEFAULT 0 NOT NULL;