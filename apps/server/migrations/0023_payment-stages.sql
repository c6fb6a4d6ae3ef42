ALTER TABLE "alibaba_order" ADD COLUMN "stages" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_order" ADD COLUMN "stage" integer;