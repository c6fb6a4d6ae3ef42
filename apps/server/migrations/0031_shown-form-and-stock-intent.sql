ALTER TABLE "listing" ADD COLUMN "shown" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "stock_intent" jsonb;