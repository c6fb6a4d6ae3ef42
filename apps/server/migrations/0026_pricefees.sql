ALTER TABLE "price_rule" ADD COLUMN "fee_percent" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "price_rule" ADD COLUMN "target_margin_percent" double precision;